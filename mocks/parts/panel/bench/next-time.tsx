import { useState } from 'preact/hooks'
import type { JournalEntry } from '../../../journal/journal.ts'
import { usePanel } from '../panel-context.tsx'
import { columnOf } from '../situation/spoken.ts'
import { scenarioSwitches } from '../situation/switches.ts'
import { Action } from '../ui/action.tsx'
import { Button } from '../ui/layout.tsx'
import { useHasDraft } from '../ui/drafts.ts'
import { ReplyForm } from './reply-form.tsx'

/** One click for what the next call of an operation meets; another one ends it. */
export function NextTime({ entry, operation }: { entry: JournalEntry; operation: string }) {
  const { number, at } = entry
  const panel = usePanel()
  const draft = `next ${number} ${at}`
  const [isEditing, setEditing] = useState(useHasDraft(draft))
  const offered = scenarioSwitches(panel, { operation, calls: 1 }).filter(({ isPossible }) => isPossible)
  return (
    <fieldset class="next-time stack" aria-label={`Next ${operation}`}>
      <div class="row">
        <strong>{`Next ${operation}:`}</strong>
        {offered.map(({ id, isOn, request, done }) => {
          const text = columnOf(id)
          const look = { text, class: 'small', 'aria-pressed': isOn }
          return text && <Action key={id} {...look} request={request} done={done} />
        })}
        <Button text="edit reply…" class="small" aria-expanded={isEditing} onClick={() => setEditing(!isEditing)} />
      </div>
      {isEditing && (
        <ReplyForm
          label="A reply of your own"
          call={entry}
          draft={draft}
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
