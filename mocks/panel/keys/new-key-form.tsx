import { useState } from 'preact/hooks'
import { planNames } from '../../../spec/index.ts'
import type { ControlRequest } from '../../control/client/transport.ts'
import { usePanel } from '../panel-context.tsx'
import { ActionForm } from '../ui/action.tsx'
import { Choice, TextField } from '../ui/field.tsx'

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

/** Adds a key of one's own to the mock, for calls in this sandbox. */
export function NewKeyForm() {
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
