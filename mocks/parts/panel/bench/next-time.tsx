import { useState } from 'preact/hooks'
import type { JournalEntry } from '../../../journal/journal-entry.ts'
import { usePanel } from '../panel-context.tsx'
import { useOften } from '../situation/often.tsx'
import { byUse, columnOf } from '../situation/spoken.ts'
import { isPossible, switchOf } from '../situation/switch.ts'
import { Action } from '../ui/action.tsx'
import { Button } from '../ui/layout.tsx'
import { ReplyForm } from '../ui/reply-form.tsx'

/** One click for what the next calls of an operation meet; another one ends it. */
export function NextTime({ entry, operation }: { entry: JournalEntry; operation: string }) {
  const { number, at } = entry
  const panel = usePanel()
  const { field, calls } = useOften('once')
  const [isEditing, setEditing] = useState(false)
  const offered = byUse(panel.lists.scenarios).filter((one) => isPossible(one, operation))
  return (
    <div class="next-time stack" role="group" aria-label={`Next ${operation}`}>
      <div class="row">
        <strong>{`Next ${operation}`}</strong>
        <span class="grows" />
        {field}
      </div>
      <div class="row">
        {offered.map((scenario) => {
          const text = columnOf(scenario.id)
          const { play, ...send } = switchOf(panel, scenario, operation, calls)
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
              ...(calls !== undefined && { calls }),
            })
          }
          doneFor={(status) => `The reply ${status} is played from the next call on.`}
          onDone={() => setEditing(false)}
          submit="Play this reply"
        />
      )}
    </div>
  )
}
