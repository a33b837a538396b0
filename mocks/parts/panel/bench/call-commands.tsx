import type { InterfaceCall } from '../../../control/client/transport.ts'
import type { JournalEntry } from '../../../journal/journal.ts'
import type { Command } from '../actions.ts'
import { type Panel, usePanel } from '../panel-context.tsx'
import { callLine, callOf } from './call-again.ts'
import { fetchCode, vitestCode } from './copy-as.ts'
import { type Feed, useFeed } from './feed.tsx'

/** The line for a shell that sends a call of the interface. */
export const useCallLine = (call: InterfaceCall) => lineOf(usePanel(), call)

function lineOf({ transport, lists }: Pick<Panel, 'transport' | 'lists'>, call: InterfaceCall): string {
  const testKeys = lists.testKeys.map(({ key }) => key)
  return callLine(transport.origin, call, testKeys)
}

/** What can be done with a call: the inspector and the palette have it from here. */
export function callCommands(panel: Panel, entry: JournalEntry, send: Feed['send']): readonly Command[] {
  const { sandbox, transport, copy, go, isLost } = panel
  const { number, operation } = entry
  const call = callOf(entry, sandbox)
  const copies = {
    // A mock within a test had no address.
    ...(transport.origin !== '' && { curl: lineOf(panel, call), fetch: fetchCode(transport.origin, call) }),
    'a test': vitestCode(call, entry, panel),
  }
  const again = [
    { text: 'Send again', also: `call ${number} repeat`, isOff: isLost, run: () => void send(call) },
    {
      text: 'Edit and send…',
      also: `again call ${number}`,
      run: () => go('interface', `${operation} ${number}`, null),
    },
  ]
  return [
    ...Object.entries(copies).map(([form, text]) => ({
      text: `Copy as ${form}`,
      also: `call ${number}`,
      run: () => void copy(text, `call ${number} as ${form}`),
    })),
    ...(transport.report ? [] : again.slice(0, operation === null ? 1 : 2)),
  ]
}

/** The commands for the call that is open. */
export function useOpenCall(): readonly Command[] {
  const panel = usePanel()
  const { calls, send } = useFeed()
  const entry = calls.find(({ number }) => number === panel.call)
  return entry === undefined ? [] : callCommands(panel, entry, send)
}
