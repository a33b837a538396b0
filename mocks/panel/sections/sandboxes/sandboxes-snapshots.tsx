import { useState } from 'preact/hooks'
import { sandboxNamePattern } from '../../../keys/keys.ts'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import { Action, ActionForm, SubmitButton } from '../../ui/action.tsx'
import { ConfirmedAction } from '../../ui/confirmed-action.tsx'
import { TextField } from '../../ui/field.tsx'
import { Card } from '../../ui/layout.tsx'

/** What a name may be, in words. */
export const nameProblem = 'A name has 1 to 64 of a–z, 0–9 and “-”.'

/** What a sandbox was at a moment, under a name: taken, gone back to, forgotten. */
export function Snapshots() {
  const { sandbox, view } = usePanel()
  const [name, setName] = useState('')
  const isName = sandboxNamePattern.test(name)
  const names = view?.snapshots ?? []
  const path = (snapshot: string, rest = '') =>
    sandboxPath(sandbox, `/snapshots/${encodeURIComponent(snapshot)}${rest}`)
  return (
    <Card title="Snapshots">
      {names.length === 0 ? (
        <p class="muted">None yet. A snapshot keeps everything but the journal, to go back to.</p>
      ) : (
        <ul class="snapshots">
          {names.map((snapshot) => (
            <li key={snapshot} class="row">
              <span class="mono">{snapshot}</span>
              <Action
                request={{ method: 'POST', target: path(snapshot, '/restore') }}
                done={`It is as it was at “${snapshot}”.`}
                label={`Go back to ${snapshot}`}
              >
                Go back
              </Action>
              <ConfirmedAction
                request={{ method: 'DELETE', target: path(snapshot) }}
                done={`The snapshot “${snapshot}” was forgotten.`}
                question={`Forget ${snapshot}?`}
                yes="Forget"
                label={`Forget ${snapshot}`}
              >
                Forget…
              </ConfirmedAction>
            </li>
          ))}
        </ul>
      )}
      <ActionForm
        label="Take a snapshot"
        request={isName ? { method: 'PUT', target: path(name) } : undefined}
        done={`The sandbox is kept as “${name}”.`}
        onDone={() => setName('')}
      >
        <TextField
          label="Name"
          hint={names.includes(name) ? 'It takes the place of the one of this name.' : undefined}
          problem={name === '' || isName ? undefined : nameProblem}
          autocapitalize="none"
          spellcheck={false}
          placeholder="before"
          value={name}
          onValue={setName}
        />
        <SubmitButton isDisabled={!isName}>Take</SubmitButton>
      </ActionForm>
    </Card>
  )
}
