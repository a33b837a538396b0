import { useState } from 'preact/hooks'
import type { JournalEntry } from '../../../journal/journal.ts'
import { usePanel } from '../panel-context.tsx'
import { byUse, columnOf } from '../situation/spoken.ts'
import { isPossible, switchOf } from '../situation/switch.ts'
import { Action } from '../ui/action.tsx'
import { Button } from '../ui/layout.tsx'
import { ReplyForm } from '../ui/reply-form.tsx'

/** One click for what the next call of an operation meets; another one ends it. */
export function NextTime({ entry, operation }: { entry: JournalEntry; operation: string }) {
  const { number, at } = entry
  const panel = usePanel()
  const [isEditing, setEditing] = useState(false)
  const offered = byUse(panel.lists.scenarios).filter((one) => isPossible(one, operation))
  return (
    <fieldset class="next-time stack" disabled={panel.isLost} aria-label={`Next ${operation}`}>
      <div class="row">
        <strong>{`Next ${operation}:`}</strong>
        {offered.map((scenario) => {
          const text = columnOf(scenario.id)
          const { play, ...send } = switchOf(panel, scenario, operation, 1)
          return text && <Action key={text} text={text} class="small" aria-pressed={play !== undefined} {...send} />
        })}
        <Button text="edit reply…" class="small" aria-expanded={isEditing} onClick={() => setEditing(!isEditing)} />
      </div>
      {isEditing && (
        <ReplyForm
          key={`${number} ${at}`}
          label="A reply of your own"
          call={entry}
          requestFor={(reply) =>
            panel.to('POST', '/scenarios', {
              scenario: 'recorded',
              ...(reply === undefined ? { call: number } : { reply }),
              operation,
              calls: 1,
            })
          }
          doneFor={(status) => `The next ${operation} is answered with this ${status}.`}
          onDone={() => setEditing(false)}
          submit="Play this reply once"
        />
      )}
    </fieldset>
  )
}
