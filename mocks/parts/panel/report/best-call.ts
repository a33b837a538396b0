import type { JournalEntry } from '../../../journal/journal.ts'
import type { Step } from '../../../journal-text/steps.ts'
import { decidingStep } from '../../../journal-text/step-text.ts'
import { shortReason } from '../../../journal-text/short-reason.ts'

/** The call that a failure speaks of most, else one that was refused, else the latest. @param calls the latest first */
export function bestCall(calls: readonly JournalEntry[], failure: string): JournalEntry | undefined {
  const words = new Set(failure.toLowerCase().match(/[\w-]+/g))
  const points = ({ status, target, response, scenario, fault }: JournalEntry) => {
    const ids = [status, scenario, fault, ...target.split(/[/?&=]/).slice(3)]
    const named = ids.filter((id) => id !== null && id !== '' && words.has(String(id).toLowerCase()))
    return 2 * named.length + (status >= 400 || response.effect !== null ? 1 : 0)
  }
  return calls.reduce<JournalEntry | undefined>(
    (best, call) => (best === undefined || points(call) > points(best) ? call : best),
    undefined,
  )
}

const key = 'Send a key that the mock knows, such as test_pro.'
const quota = 'Give each test a key of its own, such as test_pro.NAME, or wait as long as Retry-After says.'

/** What to try, by what decided. */
const advice: Partial<Record<Step['outcome'], string>> = {
  missing: `The call had no key. ${key}`,
  'not-bearer': 'Send the header "Authorization: Bearer" and one key.',
  unknown: key,
  revoked: key,
  expired: key,
  'used-up': quota,
  banned: quota,
  'wrong-method': 'The interface has this path, and not this method: look at the address that the app calls.',
  'unknown-path': 'The interface has no such path: look at the address that the app calls.',
  outside: 'Only paths below /v1 are of the interface: look at the address that the app calls.',
}

/** What somebody may try whose test failed at this call. */
export function tryNext(call: JournalEntry | undefined): string {
  if (call === undefined)
    return 'If the app should have called: start the mock before it does, and look at the address that it calls.'
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
