import { useId, useState } from 'preact/hooks'
import { keyIn } from '../../../world/keys.ts'
import { usePanel } from '../../panel-context.tsx'
import { Field, TextField } from '../../ui/field.tsx'
import type { DocumentedOperation, DocumentedParameter, InterfaceDocument } from './interface-document.ts'
import type { Draft } from './interface-draft.ts'
import { bodyHint, parameterHint } from './interface-hints.ts'

interface ParameterFieldProps {
  readonly document: InterfaceDocument
  readonly parameter: DocumentedParameter
  readonly value: string
  readonly onValue: (value: string) => void
}

/** A parameter of the operation, with what the document has against its value. */
export function ParameterField({ document, parameter, value, onValue }: ParameterFieldProps) {
  const { name, place, choices, fallback, isRequired, kind } = parameter
  const list = useId()
  const problem = parameterHint(document.root, parameter, value)
  const hint = `${kind}${choices.length === 0 ? '' : `: ${choices.join(', ')}`}${fallback === undefined ? '' : `, ${fallback} where left out`}`
  return (
    <Field
      label={`${name}, in the ${place}${isRequired ? '' : ', optional'}`}
      hint={problem === undefined ? hint : `${problem} It is sent all the same.`}
    >
      {(attributes) => (
        <>
          <input
            {...attributes}
            class={problem === undefined ? '' : 'is-odd'}
            spellcheck={false}
            autocomplete="off"
            list={choices.length === 0 ? undefined : list}
            value={value}
            onInput={(event) => onValue(event.currentTarget.value)}
          />
          {choices.length === 0 ? null : (
            <datalist id={list}>
              {choices.map((choice) => (
                <option key={choice} value={choice} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  )
}

interface PartProps {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
}

interface BodyFieldProps extends PartProps {
  readonly document: InterfaceDocument
  readonly operation: DocumentedOperation
}

/** The body: one of the examples, or anything else. */
export function BodyField({ document, operation: { body }, draft, change }: BodyFieldProps) {
  if (body === undefined) return null
  const problem = bodyHint(document.root, body, draft.body)
  const chosen = body.examples.find(({ text }) => text === draft.body)?.name ?? ''
  return (
    <>
      {body.examples.length === 0 ? null : (
        <Field label="Example">
          {(attributes) => (
            <select
              {...attributes}
              value={chosen}
              onChange={(event) => {
                const example = body.examples.find(({ name }) => name === event.currentTarget.value)
                if (example !== undefined) change({ body: example.text })
              }}
            >
              {chosen === '' ? <option value="">As written below</option> : null}
              {body.examples.map(({ name, summary }) => (
                <option key={name} value={name}>
                  {summary}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <TextField
        label="Content-Type"
        hint={`The document says ${body.mediaType}.`}
        spellcheck={false}
        value={draft.contentType}
        onValue={(value) => change({ contentType: value })}
      />
      <div class="try-body">
        <Field
          label={`Body, ${body.kind}`}
          hint={problem === undefined ? 'It fits the document.' : `${problem} It is sent all the same.`}
        >
          {(attributes) => (
            <textarea
              {...attributes}
              class={problem === undefined ? '' : 'is-odd'}
              rows={7}
              spellcheck={false}
              value={draft.body}
              onInput={(event) => change({ body: event.currentTarget.value })}
            />
          )}
        </Field>
      </div>
    </>
  )
}

const another = 'another'

/** The key: a test key, none, or any other text. */
export function KeyField({ draft, change }: PartProps) {
  const { sandbox, lists } = usePanel()
  const known = lists.testKeys.map(({ key, summary }) => ({ key: keyIn(sandbox, key), summary }))
  const [isAnother, setAnother] = useState(draft.key !== '' && known.every(({ key }) => key !== draft.key))
  return (
    <>
      <Field
        label="Key"
        hint={
          known.find(({ key }) => key === draft.key)?.summary ?? (isAnother ? 'Any text.' : 'No Authorization header.')
        }
      >
        {(attributes) => (
          <select
            {...attributes}
            value={isAnother ? another : draft.key}
            onChange={(event) => {
              const { value } = event.currentTarget
              setAnother(value === another)
              change({ key: value === another ? '' : value })
            }}
          >
            {known.map(({ key }) => (
              <option key={key} value={key}>
                {key}
              </option>
            ))}
            <option value="">no key</option>
            <option value={another}>another key …</option>
          </select>
        )}
      </Field>
      {isAnother ? (
        <TextField
          label="The other key"
          hint="The line for a shell has a variable in its place."
          spellcheck={false}
          value={draft.key}
          onValue={(value) => change({ key: value })}
        />
      ) : null}
    </>
  )
}

/** What the mock is asked for, for this call alone. */
export function PreferField({ operation, draft, change }: PartProps & { readonly operation: DocumentedOperation }) {
  const { lists } = usePanel()
  const scenarios = lists.scenarios.filter(
    ({ operations }) => operations === null || (operations as readonly string[]).includes(operation.id),
  )
  const examples = operation.replies.flatMap(({ status, body }) =>
    (body?.examples ?? []).map(({ name, summary }) => ({
      value: `example=${name}`,
      text: `${name} (${status}): ${summary}`,
    })),
  )
  const groups = [
    {
      title: 'Scenarios',
      options: scenarios.map(({ id, summary }) => ({ value: `scenario=${id}`, text: `${id}: ${summary}` })),
    },
    { title: 'Examples of the document', options: examples },
  ]
  const isListed =
    draft.prefer === '' || groups.some(({ options }) => options.some(({ value }) => value === draft.prefer))
  const [isAnother, setAnother] = useState(!isListed)
  return (
    <>
      <Field label="Prefer" hint="Asks the mock for a scenario or an example, for this call alone.">
        {(attributes) => (
          <select
            {...attributes}
            value={isAnother ? another : draft.prefer}
            onChange={(event) => {
              const { value } = event.currentTarget
              setAnother(value === another)
              if (value !== another) change({ prefer: value })
            }}
          >
            <option value="">nothing, answer as usual</option>
            {groups.map(({ title, options }) =>
              options.length === 0 ? null : (
                <optgroup key={title} label={title}>
                  {options.map(({ value, text }) => (
                    <option key={value} value={value}>
                      {text}
                    </option>
                  ))}
                </optgroup>
              ),
            )}
            <option value={another}>another …</option>
          </select>
        )}
      </Field>
      {isAnother ? (
        <TextField
          label="The Prefer header"
          hint="Such as code=429, delay=500"
          spellcheck={false}
          value={draft.prefer}
          onValue={(value) => change({ prefer: value })}
        />
      ) : null}
    </>
  )
}
