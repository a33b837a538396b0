import { useState } from 'preact/hooks'
import type { ControlRequest } from '../../../control/client/transport.ts'
import { usePanel } from '../panel-context.tsx'
import { Button, type ButtonProps } from './layout.tsx'

/**
 * A button that does something outside of the panel. Clicks that come before it has ended are passed over. A report has
 * none: nothing can be done there.
 */
export function WorkButton({ onWork, disabled, ...look }: ButtonProps & { readonly onWork: () => Promise<void> }) {
  const { isLost, transport } = usePanel()
  const [isBusy, setBusy] = useState(false)
  const work = async () => {
    if (isBusy) return
    setBusy(true)
    await onWork()
    setBusy(false)
  }
  if (transport.report) return null
  const isDisabled = disabled === true || isLost
  return <Button {...look} aria-busy={isBusy || undefined} disabled={isDisabled} onClick={() => void work()} />
}

/** A button that sends one request of the control API. */
type ActionProps = ButtonProps & {
  readonly request: ControlRequest
  /** What the notice says once it is done, such as "The clock stands still." */
  readonly done: string
  /** Called with the reply; not called where the mock refused. */
  readonly onDone?: ((reply: unknown) => void) | undefined
}

export function Action({ request, done, onDone, ...look }: ActionProps) {
  const panel = usePanel()
  const send = async () => {
    const answer = await panel.act(request, done)
    if (answer !== undefined) onDone?.(answer.reply)
  }
  return <WorkButton {...look} onWork={send} />
}
