import { useState } from 'preact/hooks'
import type { JournalEntry } from '../../journal/journal-entry.ts'
import { readHeaderLines } from '../interface/interface-draft.ts'
import { usePanel } from '../panel-context.tsx'
import { Action, ActionForm } from '../ui/action.tsx'
import { TextField } from '../ui/field.tsx'
import { Button } from '../ui/layout.tsx'

/** What a frontend must survive most often, by what a person calls it, and the scenario that plays it. */
const situations = [
  ['429', 'rate-limited'],
  ['401', 'unauthorised'],
  ['404', 'not-found'],
  ['400', 'bad-request'],
  ['500', 'server-error'],
  ['slow', 'slow'],
  ['offline', 'reset'],
  ['hold', 'hold'],
] as const

/** How often it is played. */
const times = { once: 1, '3 ×': 3, 'until ended': undefined } as const

/** One click for what the next calls of an operation meet; another one ends it. */
export function NextTime({ entry, operation }: { entry: JournalEntry; operation: string }) {
  const { lists, view, to } = usePanel()
  const [often, setOften] = useState<keyof typeof times>('once')
  const [isEditing, setEditing] = useState(false)
  const calls = times[often]
  const limits = { operation, ...(calls === undefined ? {} : { calls }) }
  const isPlayed = (id: string) => view?.playing.some((play) => play.scenario === id && play.operation === operation)
  const offered = situations.filter(([, id]) =>
    lists.scenarios.some((one) => one.id === id && one.operations?.some((name) => name === operation) !== false),
  )
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
        {offered.map(([text, id]) => (
          <Action
            key={id}
            text={text}
            kind="small"
            attributes={{ 'aria-pressed': isPlayed(id) === true }}
            request={
              isPlayed(id) === true
                ? to('DELETE', `/scenarios/${id}?operation=${operation}`)
                : to('POST', '/scenarios', { scenario: id, ...limits })
            }
            done={isPlayed(id) === true ? `${id} has ended.` : `The next ${operation} meets ${id}.`}
          />
        ))}
        <Button text="edit reply…" class="small" aria-expanded={isEditing} onClick={() => setEditing(!isEditing)} />
      </div>
      {isEditing && (
        <OwnReply key={`${entry.number} ${entry.at}`} entry={entry} limits={limits} onDone={() => setEditing(false)} />
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
