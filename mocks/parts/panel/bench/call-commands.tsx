import type { JournalEntry } from '../../../journal/journal-entry.ts'
import { journalHar } from '../../har/journal-har.ts'
import type { Command } from '../actions.ts'
import { type Panel, usePanel } from '../panel-context.tsx'
import { callLine, callOf } from './call-again.ts'
import { fetchCode, vitestCode } from './copy-as.ts'
import { useFeed } from './feed.tsx'

/** What can be done with a call: the menu of its row and of the inspector, and the palette, have it from here. */
export function callCommands(panel: Panel, entry: JournalEntry): readonly Command[] {
  const { sandbox, transport, lists, copy, go } = panel
  const { number, operation } = entry
  const call = callOf(entry, sandbox)
  const testKeys = lists.testKeys.map(({ key }) => key)
  const copies = {
    curl: callLine(transport.origin, call, testKeys),
    fetch: fetchCode(transport.origin, call),
    'a test': vitestCode(call, entry),
    HAR: JSON.stringify(journalHar([entry]), undefined, 2),
  }
  return [
    ...Object.entries(copies).map(([form, text]) => ({
      text: `Copy as ${form}`,
      also: `call ${number}`,
      run: () => void copy(text, `call ${number} as ${form}`),
    })),
    ...(operation === null || transport.report
      ? []
      : [
          {
            text: 'Edit and send…',
            also: `again call ${number}`,
            run: () => go('interface', `${operation} ${number}`, null),
          },
        ]),
  ]
}

/** The commands for the call that is open. */
export function useOpenCall(): readonly Command[] {
  const panel = usePanel()
  const entry = useFeed().calls.entries.find(({ number }) => number === panel.call)
  return entry === undefined ? [] : callCommands(panel, entry)
}
