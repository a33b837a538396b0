import { useEffect, useState } from 'preact/hooks'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import type { ControlRequest } from '../../../control/client/transport.ts'
import { TextForm } from '../../ui/action.tsx'
import { Badge, Card, SectionLink } from '../../ui/layout.tsx'
import type { SilenceView } from '../../views.ts'
import { visibleText } from '../../visible-text.ts'

/** A silence: its question and its choices. @param chosen what the sandbox chooses */
export function SilenceDetail({ silence, chosen }: { silence: SilenceView; chosen: string }) {
  const panel = usePanel()
  const { id, section, question, form, default: usual } = silence
  const [wanted, setWanted] = useState<string>()
  useEffect(() => setWanted(undefined), [panel.view])
  const choice = wanted ?? chosen
  const target = sandboxPath(panel.sandbox, '/profile')
  const requestFor = (value: string): ControlRequest => ({ method: 'PATCH', target, body: { [id]: value } })
  const doneFor = (value: string) => `${id} is ${visibleText(value)} from the next call on.`
  const point = (value: string) => panel.point(requestFor(value))
  const choose = async (value: string) => {
    setWanted(value)
    if ((await panel.act(requestFor(value), doneFor(value))) === undefined) setWanted(undefined)
  }
  // Those of a form have no row of their own in the list.
  const named = new Map(silence.choices.map(({ choice: value, does }) => [value, does]))
  const operation = panel.lists.operations.find((one) => one.section === section)?.id
  return (
    <Card title={question} class="silence">
      <p class="muted">
        <code>{id}</code> <small>{`section ${section}`}</small>
      </p>
      <fieldset aria-label={question} disabled={panel.isLost}>
        {[...new Set([...named.keys(), usual, choice])].map((value) => (
          <label key={value} onPointerEnter={() => point(value)}>
            <input
              type="radio"
              name={id}
              value={value}
              checked={value === choice}
              onFocus={() => point(value)}
              onChange={() => void choose(value)}
            />
            <code>{visibleText(value)}</code> {value === usual ? <Badge>default</Badge> : null}{' '}
            <span class="muted">{named.get(value)}</span>
          </label>
        ))}
      </fieldset>
      {form && (
        <TextForm
          purpose={`Choose ${form.shape}`}
          label={form.shape}
          submit="Choose"
          kind="plain"
          hintFor={() => form.does}
          requestFor={(value) => requestFor(value.trim())}
          doneFor={doneFor}
        />
      )}
      <small>
        It holds from the next call on:{' '}
        <SectionLink section="interface" detail={operation}>{`try out ${operation ?? 'an operation'}`}</SectionLink>
      </small>
    </Card>
  )
}
