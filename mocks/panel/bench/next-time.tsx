import { useState } from 'preact/hooks'
import type { JournalEntry } from '../../journal/journal-entry.ts'
import { readHeaderLines } from '../interface/interface-draft.ts'
import { usePanel } from '../panel-context.tsx'
import { byUse, columnOf } from '../situation/spoken.ts'
import { isPossible, switchOf } from '../situation/switch.ts'
import { Action, ActionForm } from '../ui/action.tsx'
import { TextField } from '../ui/field.tsx'
import { Button } from '../ui/layout.tsx'

/** How often it is played. */
const times = { once: 1, '3 ×': 3, 'until ended': undefined } as const

/** One click for what the next calls of an operation meet; another one ends it. */
export function NextTime({ entry, operation }: { entry: JournalEntry; operation: string }) {
  const panel = usePanel()
  const [often, setOften] = useState<keyof typeof times>('once')
  const [isEditing, setEditing] = useState(false)
  const calls = times[often]
  const offered = byUse(panel.lists.scenarios).filter((one) => isPossible(one, operation))
  return (
    <div class="next-time" role="group" aria-label={`Next ${operation}`}>
      <div class="row">
        <strong>{`Next ${operation}`}</strong>
        <span class="grows" />
        <div class="segments" role="group" aria-label="How often">
          {(Object.keys(times) as (keyof typeof times)[]).map((name) => (
            <Button key={name} text={name} class="small" aria-pressed={name === often} onClick={() => setOften(name)} />
          ))}
        </div>
      </div>
      <div class="row">
        {offered.map((scenario) => {
          const text = columnOf(scenario.id)
          const { play, ...send } = switchOf(panel, scenario, operation, calls)
          const attributes = { 'aria-pressed': play !== undefined }
          return text && <Action key={text} text={text} kind="small" attributes={attributes} {...send} />
        })}
        <Button text="edit reply…" class="small" aria-expanded={isEditing} onClick={() => setEditing(!isEditing)} />
      </div>
      {isEditing && (
        <OwnReply
          key={`${entry.number} ${entry.at}`}
          entry={entry}
          limits={{ operation, ...(calls !== undefined && { calls }) }}
          onDone={() => setEditing(false)}
        />
      )}
    </div>
  )
}

/** Plays the reply of a call again, as it was or with another status, headers, body or delay. */
function OwnReply({ entry, limits, onDone }: { entry: JournalEntry; limits: object; onDone: () => void }) {
  const { number, status, response } = entry
  const { to } = usePanel()
  const [recorded] = useState({
    status: String(status),
    delay: String(response.delayMilliseconds || ''),
    headers: Object.entries(response.headers)
      .map((header) => header.join(': '))
      .join('\n'),
    body: response.body,
  })
  const [draft, setDraft] = useState(recorded)
  const field = (name: keyof typeof draft) => ({
    value: draft[name],
    onValue: (value: string) => setDraft({ ...draft, [name]: value }),
  })
  const reply = {
    status: Number(draft.status),
    delayMilliseconds: Number(draft.delay),
    headers: readHeaderLines(draft.headers),
    body: draft.body,
    effect: response.effect,
  }
  const isReady = /^[1-9][0-9]{2}$/.test(draft.status) && /^[0-9]{0,6}$/.test(draft.delay)
  const played = draft === recorded ? { call: number } : { reply }
  return (
    <ActionForm
      label="A reply of your own"
      class="stack"
      request={isReady ? to('POST', '/scenarios', { scenario: 'recorded', ...played, ...limits }) : undefined}
      done={`The reply ${draft.status} is played from the next call on.`}
      onDone={onDone}
      submit="Play this reply"
    >
      <div class="form">
        <TextField label="Status" inputMode="numeric" {...field('status')} />
        <TextField label="Delay, in milliseconds" inputMode="numeric" {...field('delay')} />
      </div>
      <TextField label="Headers, one a line" rows={2} {...field('headers')} />
      <TextField label="Body" rows={4} {...field('body')} />
    </ActionForm>
  )
}
