import { defaultSandboxName, sandboxNamePattern } from '../../../keys/keys.ts'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import { Action, TextForm } from '../../ui/action.tsx'
import { ConfirmedAction } from '../../ui/confirmed-action.tsx'
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
          request={{ method: 'POST', target: '/_mock/reset' }}
          done="The whole mock was reset to its start."
          question="Delete every other sandbox and reset the default one?"
          yes="Reset the mock"
          onDone={() => panel.openSandbox(defaultSandboxName)}
        >
          Reset the whole mock…
        </ConfirmedAction>
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
  const { sandbox, view } = usePanel()
  const names = view?.snapshots ?? []
  const path = (snapshot: string, rest = '') =>
    sandboxPath(sandbox, `/snapshots/${encodeURIComponent(snapshot)}${rest}`)
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
                request={{ method: 'POST', target: path(snapshot, '/restore') }}
                done={`“${snapshot}” was restored.`}
                label={`Restore ${snapshot}`}
              >
                Restore
              </Action>
              <ConfirmedAction
                request={{ method: 'DELETE', target: path(snapshot) }}
                done={`The snapshot “${snapshot}” was deleted.`}
                question={`Delete ${snapshot}?`}
                yes="Delete"
                label={`Delete ${snapshot}`}
              >
                Delete…
              </ConfirmedAction>
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
        requestFor={(name) => (sandboxNamePattern.test(name) ? { method: 'PUT', target: path(name) } : undefined)}
        doneFor={(name) => `The sandbox was saved as “${name}”.`}
      />
    </Card>
  )
}
