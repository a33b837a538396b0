import { useEffect, useState } from 'preact/hooks'
import type { SilenceId } from '../../../../spec/index.ts'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import type { ControlRequest } from '../../../control/client/transport.ts'
import { TextForm } from '../../ui/action.tsx'
import { Badge, Card } from '../../ui/layout.tsx'
import type { SilenceView } from '../../views.ts'
import { visibleText } from '../../visible-text.ts'
import { Difference } from './choices-difference.tsx'
import { exampleChoices } from './silence-samples.ts'

/**
 * A silence: its question, its choices, and what differs between two of them in a sample of calls.
 * @param profile what the sandbox chooses for each silence
 */
export function SilenceDetail({ silence, profile }: { silence: SilenceView; profile: Record<string, string> }) {
  const panel = usePanel()
  const { section, question, form, default: usual } = silence
  const id = silence.id as SilenceId
  const [wanted, setWanted] = useState<string>()
  const [compared, setCompared] = useState<{ readonly before: string; readonly after: string }>()
  useEffect(() => setWanted(undefined), [panel.view])
  const choice = wanted ?? profile[id] ?? usual
  const target = sandboxPath(panel.sandbox, '/profile')
  const requestFor = (value: string): ControlRequest => ({ method: 'PATCH', target, body: { [id]: value } })
  const doneFor = (value: string) => `${id} is ${visibleText(value)} from the next call on.`
  const point = (value: string) => panel.point(requestFor(value))
  const choose = async (value: string) => {
    setWanted(value)
    const answer = await panel.act(requestFor(value), doneFor(value))
    if (answer === undefined) setWanted(undefined)
    else setCompared({ before: choice, after: value })
  }
  // Those of a form have no row of their own in the list.
  const named = new Map(silence.choices.map(({ choice: value, does }) => [value, does]))
  const values = new Set([usual, choice, ...named.keys(), exampleChoices[form?.shape ?? ''] ?? usual])
  return (
    <Card title={question} class="silence">
      <p class="muted">
        <code>{id}</code> <small>{`section ${section}`}</small>
      </p>
      <fieldset aria-label={question} disabled={panel.isLost}>
        {[...values].map((value) => (
          <div key={value} class="choice row">
            <label onPointerEnter={() => point(value)}>
              <input
                type="radio"
                name={id}
                value={value}
                checked={value === choice}
                onFocus={() => point(value)}
                onChange={() => void choose(value)}
              />
              <code>{visibleText(value)}</code> {value === usual ? <Badge>default</Badge> : null}{' '}
              <span class="muted">{named.get(value) ?? filledIn(form?.does, value)}</span>
            </label>
            <button
              type="button"
              class="button quiet small"
              aria-label={`Compare with ${visibleText(value)}`}
              disabled={value === choice}
              onClick={() => setCompared({ before: choice, after: value })}
            >
              Compare
            </button>
          </div>
        ))}
      </fieldset>
      {form && (
        <TextForm
          purpose={`Choose ${form.shape}`}
          label={form.shape}
          submit="Choose"
          kind="plain"
          requestFor={(value) => requestFor(value.trim())}
          doneFor={doneFor}
          onDone={(value) => setCompared({ before: choice, after: value.trim() })}
        />
      )}
      {compared && (
        <Difference key={`${compared.before}\n${compared.after}`} silence={id} profile={profile} {...compared} />
      )}
    </Card>
  )
}

/** What a choice of a form does: its number stands where the form has a word for one. */
function filledIn(does: string | undefined, choice: string): string | undefined {
  const [number] = /\d+$/.exec(choice) ?? []
  return number === undefined ? does : does?.replace(/(?:STATUS|NUMBER)(?: \([^)]*\))?/, number)
}
