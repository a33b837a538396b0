import type { InterfaceCall, RequestError } from '../../../control/client/transport.ts'
import { usePanel } from '../panel-context.tsx'
import { WorkButton } from '../ui/action.tsx'
import type { ButtonProps } from '../ui/layout.tsx'
import { callLine } from './call-again.ts'

/** The line for a shell that sends a call of the interface. */
export function useCallLine(call: InterfaceCall): string {
  const { transport, lists } = usePanel()
  const testKeys = lists.testKeys.map(({ key }) => key)
  return callLine(transport.origin, call, testKeys)
}

/** A button that sends a call of the interface, and says how it was answered. */
export function SendButton({ call, ...look }: ButtonProps & { call: InterfaceCall }) {
  const panel = usePanel()
  const send = async () => {
    try {
      const { status } = await panel.transport.call(call)
      panel.notify({ text: `The call was answered with ${status}.` })
    } catch (error) {
      panel.notify({ text: (error as RequestError).message, isProblem: true })
    }
  }
  return <WorkButton {...look} onWork={send} />
}
