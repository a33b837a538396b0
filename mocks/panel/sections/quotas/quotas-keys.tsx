import { useState } from 'preact/hooks'
import { type PlanName, planNames } from '../../../../spec/index.ts'
import type { KeyStanding, QuotaStart } from '../../../keys/keys.ts'
import { usePanel } from '../../panel-context.tsx'
import type { ControlRequest } from '../../../control/client/transport.ts'
import { Action, ActionForm, SubmitButton } from '../../ui/action.tsx'
import { Choice, TextField } from '../../ui/field.tsx'
import { Badge, Card } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import type { OwnKeyView } from '../../views.ts'
import { visibleText } from '../../visible-text.ts'

/** The own keys of the mock, masked, and a form for another one. */
export function OwnKeys({ keys }: { keys: readonly OwnKeyView[] | undefined }) {
  return (
    <div class="grid">
      <Card title="Own keys">
        <p class="muted">Keys of your own, beside the test keys. The panel shows only the beginning of each.</p>
        {keys === undefined || keys.length === 0 ? (
          <p>{keys === undefined ? '' : 'None yet.'}</p>
        ) : (
          <ul class="lined">
            {keys.map((key) => (
              <OwnKey key={key.id} view={key} />
            ))}
          </ul>
        )}
      </Card>
      <Card title="Add a key">
        <NewKeyForm />
      </Card>
    </div>
  )
}

function OwnKey({ view: { id, name, plan, standing, start, sandbox } }: { view: OwnKeyView }) {
  return (
    <li class="row">
      <span class="mono">
        <Text>{name}</Text>
      </span>
      <Badge kind="accent">{plan}</Badge>
      {standing === 'valid' ? null : <Badge kind="warn">{standing}</Badge>}
      {start === 'full' ? null : <Badge kind="info">{`starts ${start}`}</Badge>}
      <span class="muted">in the sandbox {sandbox}</span>
      <Action
        request={{ method: 'DELETE', target: `/_mock/keys/${encodeURIComponent(id)}` }}
        done={`The key ${visibleText(name)} was deleted: its calls get 401.`}
        label={`Delete the key ${visibleText(name)} (${id})`}
        kind="quiet"
      >
        Delete
      </Action>
    </li>
  )
}

const standings = [
  { value: 'valid', text: 'valid' },
  { value: 'revoked', text: 'revoked: 401' },
  { value: 'expired', text: 'expired: 401' },
] as const satisfies readonly { value: KeyStanding; text: string }[]

const starts = [
  { value: 'full', text: 'with all its requests' },
  { value: 'last', text: 'with one request in the minute' },
  { value: 'exhausted', text: 'with none in the minute' },
  { value: 'banned', text: 'banned' },
] as const satisfies readonly { value: QuotaStart; text: string }[]

const plans = planNames.map((plan) => ({ value: plan, text: plan }))

function NewKeyForm() {
  const { sandbox } = usePanel()
  const [key, setKey] = useState('')
  const [plan, setPlan] = useState<PlanName>('free')
  const [standing, setStanding] = useState<KeyStanding>('valid')
  const [start, setStart] = useState<QuotaStart>('full')
  const [problem, setProblem] = useState<string>()
  const requestWith = (shownKey: string): ControlRequest => ({
    method: 'POST',
    target: '/_mock/keys',
    body: { key: shownKey, plan, standing, start, sandbox },
  })
  return (
    <ActionForm
      label="Add a key"
      request={requestWith(key)}
      shown={requestWith('YOUR_KEY')}
      done="The key was added."
      onDone={() => {
        setKey('')
        setProblem(undefined)
      }}
      onRefused={setProblem}
    >
      <TextField label="Key" problem={problem} type="password" spellcheck={false} value={key} onValue={setKey} />
      <Choice label="Plan" options={plans} value={plan} onChange={setPlan} />
      <Choice label="Standing" options={standings} value={standing} onChange={setStanding} />
      <Choice label="Begins" options={starts} value={start} onChange={setStart} />
      <SubmitButton isDisabled={key === ''}>Add</SubmitButton>
    </ActionForm>
  )
}
