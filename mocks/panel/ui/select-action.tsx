import type { ControlRequest } from '../../control/client/transport.ts'
import { usePanel } from '../panel-context.tsx'
import { type Offers, Options } from './field.tsx'
import { type BadgeKind, toneOf } from './layout.tsx'

interface SelectActionProps {
  readonly label: string
  readonly value: string
  readonly options: Offers
  readonly requestFor: (value: string) => ControlRequest
  /** What the notice says once it is done. */
  readonly doneFor: (value: string) => string
  readonly tone?: BadgeKind
}

/** A list that sends one request for what is chosen, and shows which. */
export function SelectAction({ label, value, options, requestFor, doneFor, tone = 'plain' }: SelectActionProps) {
  const panel = usePanel()
  return (
    <select
      style={toneOf(tone)}
      aria-label={label}
      value={value}
      disabled={panel.isLost}
      onChange={({ currentTarget }) => {
        const chosen = currentTarget.value
        // What the mock says next decides what is shown.
        currentTarget.value = value
        void panel.act(requestFor(chosen), doneFor(chosen))
      }}
    >
      <Options of={options} />
    </select>
  )
}
