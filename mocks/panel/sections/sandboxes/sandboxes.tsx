import { defaultSandboxName, sandboxNamePattern } from '../../../keys/keys.ts'
import { usePanel } from '../../panel-context.tsx'
import { Action, TextForm } from '../../ui/action.tsx'
import { ConfirmedAction, ConfirmedDelete } from '../../ui/confirmed-action.tsx'
import { Card, SectionHead } from '../../ui/layout.tsx'
import { Demos, LinkOfAddress, StateLink } from './sandboxes-link.tsx'
import { SandboxList, nameProblem } from './sandboxes-list.tsx'

/** The section "Sandboxes": the one that is looked at, and all others. */
export function Sandboxes() {
  const panel = usePanel()
  return (
    <>
      <SectionHead
        title="Sandboxes"
        about="Each sandbox is a world of its own: no other sandbox sees what happens in it. A key names its sandbox, so parallel tests need nothing else."
      >
        <ConfirmedAction
          text="Reset the whole mock…"
          request={{ method: 'POST', target: '/_mock/reset' }}
          done="The whole mock was reset to its start."
          question="Delete every other sandbox and reset the default one?"
          yes="Reset the mock"
          onDone={() => panel.openSandbox(defaultSandboxName)}
        />
      </SectionHead>
      <LinkOfAddress />
      <SandboxList />
      <div class="grid">
        <Snapshots />
        <Demos />
        <StateLink />
      </div>
    </>
  )
}

/** What a sandbox was at a moment, under a name: saved, restored, deleted. */
function Snapshots() {
  const { to, view } = usePanel()
  const names = view?.snapshots ?? []
  const path = (snapshot: string) => `/snapshots/${encodeURIComponent(snapshot)}`
  return (
    <Card title="Snapshots">
      {names.length === 0 ? (
        <p class="muted">None yet. A snapshot keeps everything but the journal, to go back to.</p>
      ) : (
        <ul class="lined">
          {names.map((snapshot) => (
            <li key={snapshot} class="row">
              <span class="mono">{snapshot}</span>
              <Action
                text="Restore"
                label={`Restore ${snapshot}`}
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
    </Card>
  )
}
