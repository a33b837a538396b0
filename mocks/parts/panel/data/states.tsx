import { sandboxNamePattern } from '../../../keys/keys.ts'
import { demos } from '../../state-link/demos.ts'
import { usePanel } from '../panel-context.tsx'
import { Action } from '../ui/action.tsx'
import { ConfirmedDelete } from '../ui/confirmed-action.tsx'
import { FileForm, jsonOf } from '../ui/file-form.tsx'
import { type FormField, RequestForm } from '../ui/form.tsx'
import { Roving } from '../ui/roving.tsx'

/** A field for text that a program reads. */
const exactField = (name: string, label: string, placeholder: string) =>
  ({ name, label, placeholder, required: true, autocapitalize: 'none', spellcheck: false }) as const

/** A field for the name of a new sandbox or snapshot. */
export const nameField = (label: string, placeholder: string): FormField => ({
  ...exactField('name', label, placeholder),
  problemOf: (name) =>
    name === '' || sandboxNamePattern.test(name) ? undefined : 'A name has 1 to 64 of a–z, 0–9 and “-”.',
})

/** States of the sandbox to go to: snapshots of it, demos, and what others shared. */
export function States() {
  const { to, view } = usePanel()
  const path = (snapshot: string) => `/snapshots/${encodeURIComponent(snapshot)}`
  return (
    <>
      <p class="muted">Each replaces all that is in this sandbox, but its calls.</p>
      <Roving as="ul" class="lined">
        {view?.snapshots.map((snapshot) => (
          <li key={snapshot} class="row">
            <span class="mono">{snapshot}</span>
            <Action
              text="Restore"
              aria-label={`Restore ${snapshot}`}
              request={to('POST', `${path(snapshot)}/restore`)}
              done={`“${snapshot}” was restored.`}
            />
            <ConfirmedDelete
              name={snapshot}
              request={to('DELETE', path(snapshot))}
              done={`The snapshot “${snapshot}” was deleted.`}
            />
          </li>
        ))}
        {Object.entries(demos).map(([id, { summary }]) => (
          <li key={id} class="row">
            <span>
              demo <code>{id}</code> {summary}
            </span>
            <Action
              text="Load"
              aria-label={`Load ${id}`}
              request={to('PUT', '/link', { link: id })}
              done={`The demo ${id} is at its start.`}
            />
          </li>
        ))}
      </Roving>
      <RequestForm
        label="Save a snapshot"
        fields={[nameField('Name of a new snapshot', 'before')]}
        requestFor={({ name = '' }) => to('PUT', path(name))}
        doneFor={({ name }) => `The sandbox was saved as “${name}”.`}
        submit="Save"
      />
      <RequestForm
        label="Load a state"
        fields={[
          {
            ...exactField('link', 'A link to a state', 'dataset=large&scenario=slow'),
            hint: 'As ⋯ in the head copies it.',
          },
        ]}
        requestFor={({ link = '' }) => to('PUT', '/link', { link: link.trim() })}
        doneFor={() => 'The state was loaded.'}
        submit="Load"
        look=""
      />
      <FileForm
        label="A demo of your own"
        hint="A file with the animals and all settings, as ⋯ in the head saves it."
        accept=".json,application/json"
        request={to('PUT', '/link')}
        bodyOf={(text) => jsonOf(text, 'Save this state as a demo, and choose that file.')}
        done="The demo is at its start."
      />
    </>
  )
}
