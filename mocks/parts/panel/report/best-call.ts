import type { JournalEntry } from '../../../journal/journal.ts'
import type { Step } from '../../../journal-text/steps.ts'
import { decidingStep } from '../../../journal-text/step-text.ts'
import { shortReason } from '../../../journal-text/short-reason.ts'

/** The call whose reply holds most of what a failed test received, else whose request does. @param calls the latest first, which wins */
export function bestCall(calls: readonly JournalEntry[], failure: string): JournalEntry | undefined {
  const values = receivedIn(failure)
  for (const textOf of [replyText, ({ request }: JournalEntry) => membersOf(request.body)]) {
    const counts = calls.map((call) => {
      const text = textOf(call)
      return values.filter((forms) => forms.some((form) => text.includes(form))).length
    })
    const most = Math.max(0, ...counts)
    if (most > 0) return calls[counts.indexOf(most)]
  }
  return undefined
}

/** A body in which each member ends with a comma. */
const membersOf = (body: string) => body.replaceAll('}', ',}')

/** What a reply is: its body, then on a line each its status, the number of its animals, its id and the values of its headers. */
function replyText({ status, response: { body, headers } }: JournalEntry): string {
  const animals = body.startsWith('[') ? body.split('"categoryId":').length - 1 : ''
  const id = /^\{"id":(-?\d+)/.exec(body)?.[1]
  return [membersOf(body), `"status":${status},`, status, animals, id, ...Object.values(headers), ''].join('\n')
}

/** What the lines of runners say was received, each value in its forms in a reply; of other errors the statuses that they name. */
function receivedIn(failure: string): readonly (readonly string[])[] {
  const told = failure.split('\n').flatMap((line) => {
    const received = /^(?:\+(?! Received| actual)| *Received(?: \w+)?:)(.*)/.exec(line) ?? /^(.*) !== /.exec(line)
    return received?.[1] ?? []
  })
  const asserted = /\bexpected ([^\n]*)/.exec(failure)?.[1]?.split(/ (?:not )?to /, 1)
  const lines = told.length > 0 ? told : (asserted ?? [])
  const statuses = (lines.join('\n') || failure).match(/\b[45]\d\d\b/g) ?? []
  // More of them tell no more, and bodies are long.
  return [...lines, ...statuses].flatMap(valuesIn).slice(0, 20)
}

/** A member and its value, quoted or a number; a name alone is none. */
const written =
  /(?:\b(\w+)["']?: *)?(?:"((?:[^"\\]|\\.)*)"(?! *:)|'((?:[^'\\]|\\.)*)'(?! *:)|(?<![\w.(])(-?\d+)(?![\w.]))/g

function valuesIn(line: string): readonly (readonly string[])[] {
  const values = Array.from(line.matchAll(written), ([, name, double, single, number]) => {
    const text = double ?? single
    if (text !== undefined) return [JSON.stringify(text), `\n${text}\n`]
    return [name === undefined ? `\n${number}\n` : `"${name}":${number},`]
  })
  // A text may stand there without quotes.
  return values.length > 0 || !/\w/.test(line) ? values : [[JSON.stringify(line.trim())]]
}

const key = 'Send a key that the mock knows, such as test_pro.'
const quota = 'Give each test a key of its own, such as test_pro.NAME, or wait as long as Retry-After says.'
const address = 'The interface has no such method and path: look at the address that the app calls.'

/** What to try, by what decided. */
const advice: Partial<Record<Step['outcome'], string>> = {
  missing: `The call had no key. ${key}`,
  'not-bearer': 'Send the header "Authorization: Bearer" and one key.',
  unknown: key,
  revoked: key,
  expired: key,
  'used-up': quota,
  banned: quota,
  'wrong-method': address,
  'unknown-path': address,
  outside: address,
}

/** What somebody may try whose test failed. @param call the one that it is about, if one stands out */
export function tryNext(call: JournalEntry | undefined, calls: number): string {
  if (calls === 0)
    return 'If the app should have called: start the mock before it does, and look at the address that it calls.'
  if (call === undefined) return 'Go through the calls: is one answered in another way than the test expects?'
  const { scenario, fault, status } = call
  if (scenario !== null)
    return `The test played ${scenario}, so this answer was meant: mend how the app takes it, or stop it.`
  if (fault !== null) return `The fault ${fault} breaks replies on purpose: switch it off.`
  const step = decidingStep(call)
  const known = step && advice[step.outcome]
  if (known !== undefined) return known
  if (status === 404) return 'Add the animal first, or ask for one that is there: the tab Data has them.'
  if (status >= 400) return `Mend the request: ${shortReason(call)}.`
  return 'The mock answered as documented: compare its reply with what the test expects.'
}
