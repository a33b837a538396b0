import { counted } from '../../../../spec/counted.ts'
import type { Sandbox } from '../../../../spec/made/control-types.ts'
import { sandboxPath } from '../../../control/client/sandbox-path.ts'
import { defaultSandboxName } from '../../../keys/keys.ts'
import { usePanel } from '../panel-context.tsx'
import { Action } from '../ui/action.tsx'
import { ConfirmedDelete } from '../ui/confirmed-action.tsx'
import { RequestForm } from '../ui/form.tsx'
import { Button } from '../ui/layout.tsx'
import { Roving } from '../ui/roving.tsx'
import { useResource } from '../use-resource.ts'
import { nameField } from './states.tsx'

/** How often the list is asked for. */
const listMilliseconds = 2000

/** A mock may have a thousand sandboxes; those used last are the ones that are looked for. */
const mostShown = 100

/** The sandboxes, the one used last first, and a form that creates one. */
export function Sandboxes() {
  const panel = usePanel()
  const { value = [] } = useResource<readonly Sandbox[]>('/_mock/sandboxes', listMilliseconds)
  const all = value.toSorted((one, other) => (one.lastUsedAt < other.lastUsedAt ? 1 : -1))
  return (
    <>
      <RequestForm
        label="Create a sandbox"
        fields={[nameField('New sandbox', 'pr-17')]}
        requestFor={({ name }) => ({ method: 'POST', target: '/_mock/sandboxes', body: { name } })}
        doneFor={({ name }) => `The sandbox “${name}” was created.`}
        onDone={({ name = '' }) => panel.openSandbox(name)}
        submit="Create"
      />
      <Roving as="ul" class="lined scroller" aria-label="List of sandboxes">
        {all.slice(0, mostShown).map((one) => (
          <SandboxRow key={one.name} view={one} isOpen={one.name === panel.sandbox} />
        ))}
      </Roving>
      <p class="muted">
        {all.length > mostShown
          ? `The ${mostShown} used last are shown, of ${all.length}; Ctrl-K finds each.`
          : 'The mock deletes idle sandboxes by itself. A reset brings back the animals of the start, full quotas and real time; snapshots stay.'}
      </p>
    </>
  )
}

function SandboxRow({ view, isOpen }: { view: Sandbox; isOpen: boolean }) {
  const panel = usePanel()
  const { name, animals, calls } = view
  return (
    <li class="row">
      <span class="row">
        <Button
          text={name}
          class="quiet small"
          aria-current={isOpen ? 'true' : undefined}
          onClick={() => panel.openSandbox(name, 'sandboxes')}
        />
        <small>{`${counted(animals, 'animal')}, ${counted(calls, 'call')}`}</small>
      </span>
      <Action
        text="Reset"
        aria-label={`Reset ${name}`}
        request={{ method: 'POST', target: sandboxPath(name, '/reset') }}
        done={`${name} was reset to its start.`}
      />
      {name !== defaultSandboxName && (
        <ConfirmedDelete
          name={name}
          request={{ method: 'DELETE', target: sandboxPath(name) }}
          done={`${name} was deleted.`}
          onDone={() => isOpen && panel.openSandbox(defaultSandboxName)}
        />
      )}
    </li>
  )
}
