import { useEffect, useId, useRef, useState } from 'preact/hooks'
import type { SilenceId } from '../../../../spec/index.ts'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import type { ControlRequest } from '../../transport/transport.ts'
import { TextForm } from '../../ui/action.tsx'
import { Badge } from '../../ui/layout.tsx'
import type { SilenceView } from '../../views.ts'
import { visibleText } from '../../visible-text.ts'
import { exampleChoices } from './silence-samples.ts'
import { Difference } from './silences-difference.tsx'

interface SilenceCardProps {
  readonly silence: SilenceView
  /** What the sandbox chooses for each silence. */
  readonly profile: Readonly<Record<string, string>>
}

/** The id of the element that shows a silence. */
export function silenceElementId(id: string): string {
  return `silence-${id}`
}

/** A silence: its question, its choices, and what differs in the next call. */
export function SilenceCard({ silence, profile }: SilenceCardProps) {
  const panel = usePanel()
  const { id, section, question, form, default: usual } = silence
  const [wanted, setWanted] = useState<string>()
  const [change, setChange] = useState<{ readonly before: string; readonly after: string }>()
  const isSending = useRef(false)
  useEffect(() => {
    // What the mock says now was said after the choice.
    if (!isSending.current) setWanted(undefined)
  }, [panel.view])
  const titleId = useId()
  const choice = wanted ?? profile[id] ?? usual
  const requestFor = (value: string): ControlRequest => ({
    method: 'PATCH',
    target: sandboxPath(panel.sandbox, '/profile'),
    body: { [id]: value },
  })
  const doneFor = (value: string) => `${id} is ${visibleText(value)} from the next call on.`
  const point = (value: string) => panel.point(requestFor(value))
  const take = (value: string) => {
    setWanted(value)
    setChange({ before: choice, after: value })
  }
  const choose = async (value: string) => {
    if (value === choice) return
    setWanted(value)
    isSending.current = true
    const answer = await panel.act(requestFor(value), doneFor(value))
    isSending.current = false
    if (answer === undefined) setWanted(undefined)
    else take(value)
  }
  const named = silence.choices.map(({ choice: value, does }) => ({ value, does }))
  const typed = [...new Set([usual, choice])].filter((value) => named.every((one) => one.value !== value))
  const options = [...typed.map((value) => ({ value, does: form?.does ?? '' })), ...named]
  const example = exampleChoices[id as SilenceId]
  const values = [...new Set([...options.map(({ value }) => value), ...(example === undefined ? [] : [example])])]
  const compared = change ?? { before: choice, after: values.find((value) => value !== choice) ?? choice }
  return (
    <section
      class={`card silence ${choice === usual ? '' : 'is-changed'}`}
      id={silenceElementId(id)}
      aria-labelledby={titleId}
    >
      <div class="stack silence-choices">
        <h2 id={titleId}>{question}</h2>
        <p class="row muted">
          <code>{id}</code>
          <small>{`section ${section}`}</small>
          {choice === usual ? null : <Badge kind="info">not the default</Badge>}
        </p>
        <fieldset>
          <legend class="visually-hidden">{question}</legend>
          {options.map(({ value, does }) => (
            <label key={value} class="choice" onPointerEnter={() => point(value)}>
              <input
                type="radio"
                name={titleId}
                value={value}
                checked={value === choice}
                onFocus={() => point(value)}
                onChange={() => void choose(value)}
              />
              <span>
                <code>{visibleText(value)}</code> {value === usual ? <Badge>default</Badge> : null}
                <span class="choice-does">{does}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {form === null ? null : (
          <TextForm
            purpose={`Choose ${form.shape}`}
            label={form.shape}
            hintFor={() => form.does}
            submit="Choose"
            kind="plain"
            requestFor={(value) => requestFor(value.trim())}
            doneFor={doneFor}
            onDone={(value) => take(value.trim())}
          />
        )}
      </div>
      <Difference
        key={`${compared.before}\n${compared.after}`}
        id={id as SilenceId}
        values={values}
        profile={profile}
        before={compared.before}
        after={compared.after}
        // What was changed is played at once; what only can be waits for its button.
        isPlayedAtOnce={change !== undefined}
      />
    </section>
  )
}
