import { useState } from 'preact/hooks'
import { planNames } from '../../../spec/index.ts'
import type { ControlRequest } from '../../control/client/transport.ts'
import { usePanel } from '../panel-context.tsx'
import { Action, ActionForm } from '../ui/action.tsx'
import { Choice, TextField } from '../ui/field.tsx'
import { Badge, Card } from '../ui/layout.tsx'
import { Text } from '../ui/text.tsx'
import type { Key } from '../../../spec/made/control-types.ts'
import { visibleText } from '../visible-text.ts'

/** The own keys of the mock, masked, and a form for another one. */
export function OwnKeys({ keys }: { keys: readonly Key[] | undefined }) {
  return (
    <div class="grid">
      <Card title="Own keys">
        <p class="muted">Keys of your own, beside the test keys. The panel shows only the beginning of each.</p>
        {keys?.length === 0 && <p>None yet.</p>}
        <ul class="lined">
          {keys?.map(({ id, name, plan, standing, start, sandbox }) => (
            <li key={id} class="row">
              <span class="mono">
                <Text>{name}</Text>
              </span>
              <Badge kind="accent">{plan}</Badge>
              {standing !== 'valid' && <Badge kind="warn">{standing}</Badge>}
              {start !== 'full' && <Badge kind="info">{`starts ${start}`}</Badge>}
              <span class="muted">in the sandbox {sandbox}</span>
              <Action
                text="Delete"
                label={`Delete the key ${visibleText(name)} (${id})`}
                request={{ method: 'DELETE', target: `/_mock/keys/${encodeURIComponent(id)}` }}
                done={`The key ${visibleText(name)} was deleted: its calls get 401.`}
                kind="quiet"
              />
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Add a key">
        <NewKeyForm />
      </Card>
    </div>
  )
}

/** What a new key may be: by the member of the control API, its label, and each choice in words. */
const traits = {
  plan: ['Plan', Object.fromEntries(planNames.map((plan) => [plan, plan]))],
  standing: ['Standing', { valid: 'valid', revoked: 'revoked: 401', expired: 'expired: 401' }],
  start: [
    'Begins',
    {
      full: 'with all its requests',
      last: 'with one request in the minute',
      exhausted: 'with none in the minute',
      banned: 'banned',
    },
  ],
} as const

function NewKeyForm() {
  const { sandbox } = usePanel()
  const [key, setKey] = useState('')
  const [chosen, setChosen] = useState<Record<string, string>>({ plan: 'free', standing: 'valid', start: 'full' })
  const requestWith = (shownKey: string): ControlRequest => ({
    method: 'POST',
    target: '/_mock/keys',
    body: { key: shownKey, ...chosen, sandbox },
  })
  return (
    <ActionForm
      label="Add a key"
      request={key === '' ? undefined : requestWith(key)}
      shown={requestWith('YOUR_KEY')}
      done="The key was added."
      onDone={() => setKey('')}
      submit="Add"
    >
      <TextField label="Key" type="password" spellcheck={false} value={key} onValue={setKey} />
      {Object.entries(traits).map(([trait, [label, choices]]) => (
        <Choice
          key={trait}
          label={label}
          options={Object.entries(choices)}
          value={chosen[trait] ?? ''}
          onValue={(value) => setChosen({ ...chosen, [trait]: value })}
        />
      ))}
    </ActionForm>
  )
}
