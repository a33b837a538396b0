import type { ComponentChildren } from 'preact'
import { usePanel } from '../../panel-context.tsx'
import type { InterfaceCall, RequestError } from '../../../control/client/transport.ts'
import { PointedButton } from '../../ui/action.tsx'
import { callLine } from './call-line.ts'

/** The line for a shell that sends a call of the interface. */
export function useCallLine(call: InterfaceCall): string {
  const { transport, lists } = usePanel()
  const testKeys = lists.testKeys.map(({ key }) => key)
  return callLine(transport.origin, call, testKeys)
}

/** A button that sends a call of the interface, and says how it was answered. */
export function SendButton(props: { call: InterfaceCall; kind?: 'primary'; children: ComponentChildren }) {
  const { call, ...look } = props
  const panel = usePanel()
  const line = useCallLine(call)
  const send = async () => {
    try {
      const { status } = await panel.transport.call(call)
      panel.notify(`The call was answered with ${status}.`)
    } catch (error) {
      panel.notify((error as RequestError).message, true)
    }
  }
  return <PointedButton {...look} onPoint={() => panel.showLine(line)} onWork={send} />
}
