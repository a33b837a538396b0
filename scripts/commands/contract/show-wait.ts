import type { RunEvent } from '../../../contract-tests/index.ts'
import { printable } from '../../../spec/index.ts'
import type { StatusLine } from '../shell.ts'

// A short wait needs no line of its own.
const shortMilliseconds = 5000

/** Says how long a run waits, until when, and for what. @param run which of several runs it is */
export function showWait(line: StatusLine, event: Extract<RunEvent, { kind: 'wait' }>, run = ''): void {
  const { milliseconds, reason } = event
  const until = new Date(Date.now() + milliseconds).toTimeString().slice(0, 8)
  const text = printable(`${run}Waiting ${Math.ceil(milliseconds / 1000)} s, until ${until}: ${reason}.`)
  if (milliseconds < shortMilliseconds) line.show(() => text)
  else line.say(text)
}
