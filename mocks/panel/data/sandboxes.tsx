import { defaultSandboxName, sandboxNamePattern } from '../../keys/keys.ts'
import { sandboxPath } from '../../control/client/sandbox-path.ts'
import { usePanel } from '../panel-context.tsx'
import { Action, TextForm } from '../ui/action.tsx'
import { ConfirmedAction, ConfirmedDelete } from '../ui/confirmed-action.tsx'
import { Badge, Button, Problem } from '../ui/layout.tsx'
import { useState } from 'preact/hooks'
import { counted } from '../../../spec/counted.ts'
import { useResource } from '../use-resource.ts'
import { durationText } from '../ui/duration.ts'
import { SearchField } from '../ui/field.tsx'
import type { Sandbox } from '../../../spec/made/control-types.ts'

/** What a sandbox was at a moment, under a name: saved, restored, deleted. */
export function Snapshots() {
  const { to, view } = usePanel()
  const names = view?.snapshots ?? []
  const path = (snapshot: string) => `/snapshots/${encodeURIComponent(snapshot)}`
  return (
    <>
      {names.length === 0 ? (
        <p class="muted">None yet. A snapshot keeps everything but the journal, to go back to.</p>
      ) : (
        <ul class="lined">
          {names.map((snapshot) => (
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
        </ul>
      )}
      <TextForm
        purpose="Save a snapshot"
        label="Name"
        submit="Save"
        placeholder="before"
        hintFor={(name) => (names.includes(name) ? 'It replaces the one of this name.' : undefined)}
        problem={nameProblem}
        requestFor={(name) => (sandboxNamePattern.test(name) ? to('PUT', path(name)) : undefined)}
        doneFor={(name) => `The sandbox was saved as “${name}”.`}
      />
    </>
  )
}

/** What a name may be, in words. */
const nameProblem = 'A name has 1 to 64 of a–z, 0–9 and “-”.'

/** How often the list is asked for. */
const listMilliseconds = 2000

/** A mock may have a thousand sandboxes; those used last are the ones that are looked for. */
const mostShown = 200

/** Every sandbox, the one used last first, and a form that creates one. */
export function Sandboxes() {
  const panel = usePanel()
  const { value, problem, refresh } = useResource<readonly Sandbox[]>('/_mock/sandboxes', listMilliseconds)
  const [search, setSearch] = useState('')
  const all = (value ?? [])
    .filter(({ name }) => name.includes(search.trim().toLowerCase()))
    .toSorted((one, other) => (one.lastUsedAt < other.lastUsedAt ? 1 : -1))
  return (
    <>
      <div class="stack">
        <TextForm
          purpose="Create a sandbox"
          label="New sandbox"
          submit="Create"
          placeholder="pr-17"
          problem={nameProblem}
          requestFor={(name) =>
            sandboxNamePattern.test(name) ? { method: 'POST', target: '/_mock/sandboxes', body: { name } } : undefined
          }
          doneFor={(name) => `The sandbox “${name}” was created.`}
          onDone={(name) => panel.openSandbox(name)}
        />
        <SearchField label="Search" placeholder="name" value={search} onValue={setSearch} />
      </div>
      {value === undefined && problem && <Problem problem={problem} onRetry={refresh} />}
      <ul class="lined scroller" aria-label="List of sandboxes" tabIndex={0}>
        {all.slice(0, mostShown).map((one) => (
          <SandboxRow key={one.name} view={one} isOpen={one.name === panel.sandbox} />
        ))}
      </ul>
      <p class="muted" role="status">
        {listNote(all.length, value?.length ?? 0)}
      </p>
      <ConfirmedAction
        text="Reset the whole mock…"
        request={{ method: 'POST', target: '/_mock/reset' }}
        done="The whole mock was reset to its start."
        question="Delete every other sandbox and reset the default one?"
        yes="Reset the mock"
        onDone={() => panel.openSandbox(defaultSandboxName)}
      />
    </>
  )
}

function listNote(fitting: number, total: number): string {
  if (fitting > mostShown) return `The ${mostShown} used last are shown, of ${fitting}.`
  if (fitting === 0 && total > 0) return 'No sandbox has this in its name.'
  return 'The mock deletes idle sandboxes by itself. A reset brings back the animals of the start, full quotas and real time; snapshots stay.'
}

function SandboxRow({ view, isOpen }: { view: Sandbox; isOpen: boolean }) {
  const panel = usePanel()
  const { name, animals, calls, lastUsedAt, clock, scenarios, fault } = view
  const idleSeconds = Math.round((Date.now() - Date.parse(lastUsedAt)) / 1000)
  const used = idleSeconds < 10 ? 'used just now' : `used ${durationText(idleSeconds)} ago`
  return (
    <li class="row">
      <span class="row">
        <Button
          text={name}
          class="quiet small"
          aria-current={isOpen ? 'true' : undefined}
          onClick={() => panel.openSandbox(name)}
        />
        {clock.mode !== 'real' && <Badge kind="info">{`clock ${clock.mode}`}</Badge>}
        {scenarios.slice(0, 2).map((scenario, index) => (
          <Badge key={`${scenario} ${index}`} kind="warn">
            {scenario}
          </Badge>
        ))}
        {scenarios.length > 2 && <Badge kind="warn">{`+${scenarios.length - 2}`}</Badge>}
        {fault != null && <Badge kind="bad">{`fault ${fault}`}</Badge>}
        <small>{`${counted(animals, 'animal')}, ${counted(calls, 'call')}, ${used}`}</small>
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
