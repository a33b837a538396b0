import { operations } from '../../../../spec/made/operations.ts'
import type { JournalEntry } from '../../../journal/journal.ts'
import { decidingStep } from '../../../journal-text/step-text.ts'
import { reasonLine, shortReason } from '../../../journal-text/short-reason.ts'
import { unknownParameter } from '../../../journal-text/unknown-parameter.ts'
import { hasNumber, receivedIn, replyWithReceived, roundingIn } from './received.ts'

/** What is known of a test that failed. */
interface Seen {
  /** The latest first. */
  readonly calls: readonly JournalEntry[]
  readonly failure: string
  /** How many animals there are now. */
  readonly animals: number
  /** The call whose reply has what the test received. */
  readonly told: ReturnType<typeof replyWithReceived>
}

/** The call that a failure leads to, why that one, and what to try, where that is certain. */
interface Lead {
  readonly call?: JournalEntry | undefined
  readonly why: string
  readonly advice?: string | undefined
}

/** What a failure may show, and what that leads to; the first that leads to a call wins. */
const rows: readonly ((seen: Seen) => Lead | undefined)[] = [
  function aNumberIsRounded({ calls, failure }) {
    const [rounded, exact] = roundingIn(failure)
    const isSent = ({ target, request }: JournalEntry) => hasNumber(`${target} ${request.body}`, rounded)
    const call = calls.findLast(isSent) ?? calls.find(({ response }) => hasNumber(response.body, exact))
    const why =
      call && isSent(call) ? `Its request has ${rounded} already.` : `Its reply has ${exact}, with every digit.`
    return {
      call,
      why,
      advice: 'Your code rounds numbers beyond 2^53, as JSON.parse does: keep them as texts or BigInts.',
    }
  },
  function noAnswerCame({ calls, failure, told }) {
    const call = told || !isUnanswered.test(failure) ? undefined : calls.find(isKeptBack)
    return {
      call,
      why: `The test got no answer, and here ${call?.response.effect ? shortReason(call) : 'the answer was late'}.`,
      advice: call && mendingOf(call),
    }
  },
  function anAnimalWasNotAdded({ calls, told }) {
    const isGood = told && !isRefused(told.call) && told.call.operation !== 'createPet'
    const added = calls.find(
      ({ number, operation }) => isGood && number < told.call.number && operation === 'createPet',
    )
    if (!added || !isRefused(added)) return undefined
    const why = `This createPet ${became(added)} before call ${told?.call.number}, whose ${told?.words}.`
    return { call: added, why, advice: mendingOf(added) }
  },
  function aReplyHasWhatWasReceived({ told, ...seen }) {
    return (
      told && {
        call: told.call,
        why: `Its ${told.words}.`,
        advice: mendingOf(told.call) ?? missedText(told.call, seen),
      }
    )
  },
  function aCallWentWrong({ calls, failure }) {
    const call = calls.find((one) => isRefused(one) || one.scenario !== null || one.fault !== null)
    const why = receivedIn(failure).length > 0 ? 'No reply has what the test received. ' : ''
    return {
      call,
      why: `${why}This is the latest call that was refused, forced or not answered.`,
      advice: call && mendingOf(call),
    }
  },
  function onlyOneCallCame({ calls, ...seen }) {
    const [call] = calls.length === 1 ? calls : []
    return { call, why: 'It is the only call.', advice: call && missedText(call, { calls, ...seen }) }
  },
]

/**
 * The call that a failed test is about, as far as its failure and the calls tell.
 * @param calls the latest first
 * @param animals how many there are now
 */
export function leadOf(calls: readonly JournalEntry[], failure: string, animals = 0): Lead {
  const seen = { calls, failure, animals, told: replyWithReceived(calls, failure) }
  const lead = rows.map((row) => row(seen)).find((one) => one?.call !== undefined)
  if (lead) return lead
  if (calls.length > 0) return { why: 'No call stands out: none went wrong, and no reply has what the test received.' }
  const advice = 'If the app should have called: start the mock before it does, and look at the address that it calls.'
  return { why: 'No call came.', advice }
}

/** What runners and clients say when an answer did not come. */
const isUnanswered = /timed? ?out|fetch failed|failed to fetch|abort|ECONNRESET|socket hang up/i

const isRefused = ({ status, response }: JournalEntry) => status >= 400 || response.effect !== null

/** Whether the answer was delayed, held or never sent. */
function isKeptBack({ response, steps }: JournalEntry): boolean {
  const isHeld = steps.some(({ heldMilliseconds }) => heldMilliseconds !== undefined)
  return isHeld || response.effect !== null || response.delayMilliseconds > 0
}

/** What to try, by what decided. */
const advice: Readonly<Record<string, string>> = {
  key: 'Send a key that the mock knows, such as test_pro, as "Authorization: Bearer KEY".',
  quota: 'Give each test a key of its own, such as test_pro.NAME, or wait as long as Retry-After says.',
  free: 'Take a key of a larger plan, such as test_pro, or wait as long as Retry-After says.',
  banned: 'Wait as long as Retry-After says, or send another key: test_banned is always banned at first.',
  'wrong-method': 'The path is documented, the method is not: look at what the app calls.',
  'unknown-path': 'The interface has no such path: look at the address that the app calls.',
  outside: 'The address of the interface ends in /v1: look at the one that the app calls.',
}

/** What to try where a call was forced or refused. */
function mendingOf(call: JournalEntry): string | undefined {
  const { scenario, fault, status, response } = call
  if (scenario !== null) return `${scenario} was played, so this is meant: mend how the app takes it, or stop it.`
  if (fault !== null) return `The fault ${fault} breaks replies on purpose: switch it off.`
  const { outcome = '', step = '' } = decidingStep(call) ?? {}
  const known = advice[outcome] ?? (step === 'quota' && call.plan === 'free' ? advice['free'] : advice[step])
  if (known !== undefined || status < 400) return known
  if (status === 404) return 'Add the animal first, or ask for one that is there: the tab Data has them.'
  const reason = shortReason(call)
  const [rule = ''] = / must [^"]*?(?=\.?")/.exec(response.body) ?? []
  return `Mend the request: ${reason}.${reason.includes(rule) ? '' : ` It${rule}.`}`
}

/** What may be overlooked in a call that was answered well, and in those before it. */
function missedText(call: JournalEntry, { calls, animals }: Pick<Seen, 'calls' | 'animals'>): string | undefined {
  const { operation, target, number, response } = call
  const unknown = operation === null ? undefined : unknownParameter(operation, target.split('?')[1] ?? '')
  if (unknown !== undefined) return `${unknown}. The mock answered as if it was not sent.`
  const { default: usual, maximum } = operations.listPets.parameters.limit
  const isWhole = operation !== 'listPets' || /[?&](?:limit|status)=/.test(target) || animals <= usual
  if (!isWhole && response.body.split('"categoryId":').length - 1 === usual)
    return `Without limit, a list has ${usual} animals at most, and there are ${animals}: limit=${maximum} asks for more.`
  const before = calls.find((one) => one.number < number && isRefused(one))
  return before && `Before it, call ${before.number} ${became(before)}: ${reasonLine(before)}.`
}

function became({ response }: JournalEntry): string {
  return response.effect === null ? 'was refused' : 'got no answer'
}
