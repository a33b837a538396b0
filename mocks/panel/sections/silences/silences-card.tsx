import { useEffect, useId, useState } from 'preact/hooks'
import type { SilenceId } from '../../../../spec/index.ts'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import type { ControlRequest } from '../../transport/transport.ts'
import { Field } from '../../ui/field.tsx'
import { Badge } from '../../ui/layout.tsx'
import type { SilenceView } from '../../views.ts'
import { visibleText } from '../../visible-text.ts'
import { silenceSamples } from './silence-samples.ts'
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
  const { id, section, question, form } = silence
  const { choice, problem, choose, requestFor } = useChoice(silence, profile)
  const [change, setChange] = useState<{ readonly before: string; readonly after: string }>()
  const titleId = useId()
  const take = async (wanted: string) => {
    if (wanted === choice || !(await choose(wanted))) return
    setChange({ before: choice, after: wanted })
  }
  const options = optionsOf(silence, choice)
  return (
    <section
      class={`card silence ${choice === silence.default ? '' : 'is-changed'}`}
      id={silenceElementId(id)}
      aria-labelledby={titleId}
    >
      <div class="silence-choices">
        <h2 id={titleId}>{question}</h2>
        <p class="silence-name">
          <code>{id}</code>
          <small>{`section ${section}`}</small>
          {choice === silence.default ? null : <Badge kind="info">not the default</Badge>}
        </p>
        <fieldset>
          <legend class="visually-hidden">{question}</legend>
          {options.map(({ value, does }) => (
            <label key={value} class="choice" onPointerEnter={() => panel.point(requestFor(value))}>
              <input
                type="radio"
                name={titleId}
                value={value}
                checked={value === choice}
                onFocus={() => panel.point(requestFor(value))}
                onChange={() => void take(value)}
              />
              <span>
                <code>{visibleText(value)}</code> {value === silence.default ? <Badge>default</Badge> : null}
                <span class="choice-does">{does}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {form === null ? null : (
          <OwnChoice
            form={form}
            problem={problem}
            onPoint={(wanted) => panel.point(requestFor(wanted))}
            onTake={take}
          />
        )}
      </div>
      <Difference
        // What was changed is played at once; what only can be waits for its button.
        key={change === undefined ? choice : `${change.before}\n${change.after}`}
        id={id}
        values={comparable(silence, options)}
        profile={profile}
        before={change?.before ?? choice}
        after={change?.after ?? comparable(silence, options).find((value) => value !== choice) ?? choice}
        isPlayedAtOnce={change !== undefined}
      />
    </section>
  )
}

/** The choice for a silence as a person sees it, and how to make another one. */
function useChoice({ id, default: usual }: SilenceView, profile: Readonly<Record<string, string>>) {
  const panel = usePanel()
  const [wanted, setWanted] = useState<{ readonly choice: string; readonly isTaken: boolean }>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    // What the mock says now was said after the choice.
    if (wanted?.isTaken === true) setWanted(undefined)
  }, [panel.view])
  const requestFor = (choice: string): ControlRequest => ({
    method: 'PATCH',
    target: sandboxPath(panel.sandbox, '/profile'),
    body: { [id]: choice },
  })
  const choose = async (choice: string): Promise<boolean> => {
    setWanted({ choice, isTaken: false })
    setProblem(undefined)
    const answer = await panel.act(requestFor(choice), `${id} is ${visibleText(choice)} from the next call on.`, {
      onRefused({ message }) {
        setProblem(message)
        panel.tell(message, true)
      },
    })
    setWanted(answer === undefined ? undefined : { choice, isTaken: true })
    return answer !== undefined
  }
  return { choice: wanted?.choice ?? profile[id] ?? usual, problem, choose, requestFor }
}

/** The named choices, and the one that is made if it has none of their names. */
function optionsOf(silence: SilenceView, choice: string): readonly { readonly value: string; readonly does: string }[] {
  const named = silence.choices.map(({ choice: value, does }) => ({ value, does }))
  const others = [...new Set([silence.default, choice])].filter((value) => named.every((one) => one.value !== value))
  return [...others.map((value) => ({ value, does: silence.form?.does ?? '' })), ...named]
}

/** The choices that can be compared: those that are shown, and an example of the form. */
function comparable({ id }: SilenceView, options: readonly { readonly value: string }[]): readonly string[] {
  const example = silenceSamples[id as SilenceId].example
  return [...new Set([...options.map(({ value }) => value), ...(example === undefined ? [] : [example])])]
}

interface OwnChoiceProps {
  readonly form: NonNullable<SilenceView['form']>
  /** What the mock said of the choice that it refused. */
  readonly problem: string | undefined
  readonly onPoint: (wanted: string) => void
  readonly onTake: (wanted: string) => Promise<void>
}

/** A choice of the silence's form, as it is typed; whether there is such a choice is for the mock to say. */
function OwnChoice({ form: { shape, does }, problem, onPoint, onTake }: OwnChoiceProps) {
  const [text, setText] = useState('')
  const wanted = text.trim()
  return (
    <form
      class="form own-choice"
      aria-label={`Choose ${shape}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (wanted !== '') void onTake(wanted)
      }}
    >
      <Field label={shape} hint={does} problem={problem}>
        {(attributes) => (
          <input
            {...attributes}
            type="text"
            autocomplete="off"
            spellcheck={false}
            value={text}
            onInput={(event) => {
              setText(event.currentTarget.value)
              onPoint(event.currentTarget.value.trim())
            }}
          />
        )}
      </Field>
      <button type="submit" class="button" disabled={wanted === ''}>
        Choose
      </button>
    </form>
  )
}
