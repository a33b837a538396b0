import type { ComponentChildren } from 'preact'
import { usePanel } from '../../panel-context.tsx'
import type { InterfaceCall, PanelError } from '../../transport/transport.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { PointedButton } from '../../ui/pointed-button.tsx'
import { callLine } from './call-line.ts'

/** The line for a shell that sends a call of the interface. */
export function useCallLine(call: InterfaceCall): string {
  const { transport, lists } = usePanel()
  return callLine(
    transport.origin,
    call,
    lists.testKeys.map(({ key }) => key),
  )
}

/** A line for a shell, ready to copy. `what` says which, such as "the line that repeats the call". */
export function CallLine({ line, what }: { line: string; what: string }) {
  return (
    <div class="call-line">
      <code tabIndex={0} role="textbox" aria-readonly="true" aria-label={`${what[0]?.toUpperCase()}${what.slice(1)}`}>
        {line}
      </code>
      <CopyButton text={line} what={what} />
    </div>
  )
}

interface SendButtonProps {
  readonly call: InterfaceCall
  readonly kind?: 'primary'
  readonly children: ComponentChildren
}

/** A button that sends a call of the interface, and tells how it was answered. */
export function SendButton({ call, kind, children }: SendButtonProps) {
  const panel = usePanel()
  const line = useCallLine(call)
  const send = async () => {
    try {
      const { status } = await panel.transport.call(call)
      panel.tell(`The call was answered with ${status}.`)
    } catch (error) {
      panel.tell((error as PanelError).message, true)
    }
  }
  return (
    <PointedButton kind={kind} onPoint={() => panel.showLine(line)} onWork={send}>
      {children}
    </PointedButton>
  )
}
