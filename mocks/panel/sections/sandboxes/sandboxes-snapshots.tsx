import { sandboxNamePattern } from '../../../keys/keys.ts'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import { Action, TextForm } from '../../ui/action.tsx'
import { ConfirmedAction } from '../../ui/confirmed-action.tsx'
import { Card } from '../../ui/layout.tsx'

/** What a name may be, in words. */
export const nameProblem = 'A name has 1 to 64 of a–z, 0–9 and “-”.'

/** What a sandbox was at a moment, under a name: saved, restored, deleted. */
export function Snapshots() {
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
