import { counted } from '../../../../spec/counted.ts'
import { operations } from '../../../../spec/made/operations.ts'
import type { JournalEntry } from '../../../journal/journal.ts'
import { decidingStep } from '../../../journal-text/step-text.ts'
import { reasonLine, shortReason } from '../../../journal-text/short-reason.ts'
import { unknownParameter } from '../../../journal-text/unknown-parameter.ts'
import { millisecondsText } from '../../../journal-text/took.ts'

/** The call that a failed test is about. */
export interface BestCall {
  readonly call: JournalEntry
  /** That nothing in the failure tells so: the test only failed after this call. */
  readonly isGuess: boolean
  /** Another call that may be why, or that has what the test received. */
  readonly other?: JournalEntry | undefined
}

/**
 * The call to which the first error leads that leads to any. What the app threw, or that something is missing, leads to none: then
 * it is the last call that went wrong or was forced, or the only one.
 * @param calls the latest first, which wins
 */
export function bestCall(calls: readonly JournalEntry[], failure: string): BestCall | undefined {
  const rounding = calls.findLast((call) => roundingText(call, failure) !== undefined)
  if (rounding) return { call: rounding, isGuess: false }
  const errors = errorsIn(failure)
  const found = errors.map((error) => {
    const held = holders(calls, receivedIn(error))
    return held.length === 0 && isUnanswered.test(error) ? calls.filter(isKeptBack).slice(0, 1) : held
  })
  // What one call alone had tells more than a status that many had.
  const [told] = found.find(({ length }) => length === 1) ?? found.find(({ length }) => length > 1) ?? []
  if (told) return withRefused(told, calls)
  if (errors.every((error) => receivedLines(error).length > 0)) return undefined
  const call = calls.find(isUnusual) ?? (calls.length === 1 ? calls[0] : undefined)
  return call && { call, isGuess: true, other: calls.find((one) => one !== call && !isUnusual(one)) }
}

/** A call that was answered well, beside the one before it that was not: if that should have added an animal, the test is about it. */
function withRefused(told: JournalEntry, calls: readonly JournalEntry[]): BestCall {
  const earlier = isUnusual(told) ? [] : calls.filter(({ number }) => number < told.number)
  const added = earlier.find(({ operation }) => operation === 'createPet')
  if (added && isRefused(added) && told.operation !== 'createPet') return { call: added, isGuess: false, other: told }
  return { call: told, isGuess: false, other: earlier.find(isRefused) }
}

const errorsIn = (failure: string) => failure.split(/\n\n(?=\w*Error: )/)

/** What runners and clients say when an answer did not come. */
const isUnanswered = /timed? ?out|fetch failed|failed to fetch|abort|ECONNRESET|socket hang up/i

const isRefused = ({ status, response }: JournalEntry) => status >= 400 || response.effect !== null

const isUnusual = (call: JournalEntry) => isRefused(call) || call.scenario !== null || call.fault !== null

/** Whether the answer was delayed, held or never sent. */
function isKeptBack({ response, steps }: JournalEntry): boolean {
  const isHeld = steps.some(({ heldMilliseconds }) => heldMilliseconds !== undefined)
  return isHeld || response.effect !== null || response.delayMilliseconds > 0
}

/** That a number beyond 2^53 was rounded by the code that is tested, if the failure names it both as it is and rounded. */
function roundingText({ request, target, response }: JournalEntry, failure: string): string | undefined {
  const numbers = failure.match(/\d{16,}/g) ?? []
  const exactOf = (rounded: string) => numbers.find((one) => one !== rounded && Number(one) === Number(rounded))
  const rounded = numbers.find((number) => String(Number(number)) === number && exactOf(number) !== undefined)
  if (rounded === undefined) return undefined
  const exact = exactOf(rounded) ?? ''
  const isIn = (number: string, text: string) => new RegExp(`(?<!\\d)${number}(?!\\d)`).test(text)
  if (isIn(rounded, `${target} ${request.body}`))
    return `The request had ${rounded} already: your code rounded ${exact}, which is beyond 2^53. Keep it as a text or a BigInt.`
  if (isIn(exact, response.body))
    return `The reply has ${exact}, which is beyond 2^53: your code rounded it, as JSON.parse does.`
  return undefined
}

/** The calls whose replies hold most of some values, else whose requests do. */
function holders(calls: readonly JournalEntry[], values: ReturnType<typeof receivedIn>): readonly JournalEntry[] {
  // An app may show a text in other letters.
  const inLower = (call: JournalEntry) => replyText(call).toLowerCase()
  for (const textOf of [replyText, ({ request }: JournalEntry) => membersOf(request.body), inLower]) {
    const formOf = (form: string) => (textOf === inLower ? form.toLowerCase() : form)
    const counts = calls.map((call) => {
      const text = textOf(call)
      return values.filter((forms) => forms.some((form) => text.includes(formOf(form)))).length
    })
    const most = Math.max(0, ...counts)
    if (most === 0) continue
    const held = calls.filter((_call, index) => counts[index] === most)
    // A reply that is that one animal tells more than a list that has it too.
    const single = held.filter((call) => call.operation === 'getPet' && hasInBody(call, values))
    return single.length > 0 ? single : held
  }
  return []
}

const hasInBody = ({ response }: JournalEntry, values: ReturnType<typeof receivedIn>) =>
  values.flat().some((form) => membersOf(response.body).includes(form))

/** A body in which each member ends with a comma. */
const membersOf = (body: string) => body.replaceAll('}', ',}')

const animalsIn = (body: string) => body.split('"categoryId":').length - 1

/** What a reply is: its body, then on a line each its status, the number of its animals, its id and the values of its headers. */
function replyText({ status, response: { body, headers } }: JournalEntry): string {
  const animals = body.startsWith('[') ? animalsIn(body) : ''
  const id = /^\{"id":(-?\d+)/.exec(body)?.[1]
  return [membersOf(body), `"status":${status},`, status, animals, id, ...Object.values(headers), ''].join('\n')
}

/** What the lines of runners say was received, if it is something. */
function receivedLines(error: string): readonly string[] {
  const told = error.split('\n').flatMap((line) => {
    const received = /^(?:\+(?! Received| actual)| *Received(?: \w+)?:)(.*)/.exec(line) ?? /^(.*) !== /.exec(line)
    return received?.[1] ?? []
  })
  const asserted = /\bexpected (.*?) (?:not )?to /.exec(error)?.slice(1) ?? []
  return [told, asserted].find((lines) => lines.some((line) => !nothing.has(line.trim()))) ?? []
}

/** What is received where something is missing. */
const nothing: ReadonlySet<string> = new Set(['', 'undefined', 'null', 'false', '<element(s) not found>'])

/** What the lines of runners say was expected. */
function expectedLines(error: string): readonly string[] {
  const wanted = /^(?:-(?! Expected| expected)| *Expected(?: \w+)?:| *\S+ !== )(.*)/
  const asserted = /\bexpected .*? to (?:be|equal|deeply equal|strictly equal) (\S+)/.exec(error)?.slice(1) ?? []
  return [...error.split('\n').flatMap((line) => wanted.exec(line)?.[1] ?? []), ...asserted]
}

/** Whether what was received stands in a header of the reply. */
export function isInHeaders({ response }: JournalEntry, failure: string): boolean {
  const values = `\n${Object.values(response.headers).join('\n')}\n`
  return receivedForms(failure).some((form) => values.includes(form))
}

const receivedForms = (failure: string) => errorsIn(failure).flatMap((error) => receivedIn(error).flat())

/** Each received value in its forms in a reply; where there is none, the statuses that the error names. */
function receivedIn(error: string): readonly (readonly string[])[] {
  const received = receivedLines(error)
  const statuses = (received.join('\n') || error.replaceAll(/\n +at .*/g, '')).match(/\b[45]\d\d\b/g) ?? []
  // More of them tell no more, and bodies are long.
  return [...received, ...statuses].flatMap(valuesIn).slice(0, 20)
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

/**
 * What somebody may try whose test failed.
 * @param best the call that it is about, if one stands out
 * @param animals how many there are now
 */
export function tryNext(
  best: BestCall | undefined,
  calls: readonly JournalEntry[],
  failure: string,
  animals = 0,
): string {
  if (calls.length === 0)
    return 'If the app should have called: start the mock before it does, and look at the address that it calls.'
  if (best === undefined) {
    const refused = calls.find(isRefused)
    const look = 'Go through the calls: is one answered in another way than the test expects?'
    return countText(calls, failure) ?? (refused ? `${look} For one, ${fateOf(refused)}` : look)
  }
  const { call, isGuess, other } = best
  const mended = mendingOf(call, failure, animals)
  const isHiding = mended === asDocumented && isCutOff(call, animals)
  const mending = (isHiding && hiddenText(call, calls, failure, animals)) || mended
  if (isGuess) {
    const also = other ? ` It may also be about call ${other.number}, the last that was answered.` : ''
    return `The test failed after this call ${became(call)}, perhaps because of it. ${mending}${also}`
  }
  if (other && isRefused(call))
    return `${mending} Call ${other.number}, which has what the test received, came after this call ${became(call)}.`
  if (!other || mending !== asDocumented) return mending
  return `${mending} Before it, ${fateOf(other)}`
}

const fateOf = (call: JournalEntry) => `call ${call.number} ${became(call)}: ${reasonLine(call)}.`

function became({ status, response }: JournalEntry): string {
  if (response.effect !== null) return 'got no answer'
  return status < 400 ? 'was answered' : 'was refused'
}

/** That an animal which the failure names was added, and is not in a list that has a part of them. */
function hiddenText(list: JournalEntry, calls: readonly JournalEntry[], failure: string, animals: number) {
  for (const { operation, status, number, response } of calls) {
    if (operation !== 'createPet' || status !== 201 || number > list.number) continue
    const [, id, name] = /^\{"id":(-?\d+),.*?"name":"(.*?)"/.exec(response.body) ?? []
    if (name && failure.includes(name) && !list.response.body.includes(`{"id":${id},`))
      return `${name} is animal ${id}, and the list has ${listLimit.default} of ${animals}: ask with limit=${listLimit.maximum}.`
  }
  return undefined
}

const listLimit = operations.listPets.parameters.limit

/** Whether a list was asked without limit, and there are more animals than it then has. */
function isCutOff({ operation, target, response }: JournalEntry, animals: number): boolean {
  const isWhole = operation !== 'listPets' || /[?&](?:limit|status)=/.test(target) || animals <= listLimit.default
  return !isWhole && animalsIn(response.body) === listLimit.default
}

/** How many calls came, if that is what was received: all, or those of an operation. */
function countText(calls: readonly JournalEntry[], failure: string): string | undefined {
  for (const name of [undefined, ...new Set(calls.map(({ operation }) => operation))]) {
    const count = calls.filter(({ operation }) => name === undefined || operation === name).length
    if (receivedForms(failure).includes(`\n${count}\n`))
      return `${counted(count, `${name ?? ''} call`.trim())} came, which the test may have counted: look for the ones that are too many or missing.`
  }
  return undefined
}

/** That a number stands where a text is wanted, or the other way round. */
function typeText(error: string): string | undefined {
  const trimmed = (line: string) => line.trim().replace(/,$/, '')
  const bare = (line: string) => line.replaceAll(/["'](?=-?\d)|(?<=\d)["']/g, '')
  const expected = expectedLines(error).map(trimmed)
  for (const one of receivedLines(error).map(trimmed)) {
    const other = expected.find((line) => bare(line) === bare(one) && line.length !== one.length)
    if (other !== undefined) return `The types differ: the test received ${one}, and expects ${other}.`
  }
  return undefined
}

function mendingOf(call: JournalEntry, failure: string, animals: number): string {
  const { scenario, fault, status, response, operation, target } = call
  const errors = errorsIn(failure)
  const rounding = roundingText(call, failure)
  if (rounding !== undefined) return rounding
  // A delay that no scenario made lets most answers come as they are.
  if (isKeptBack(call) && (scenario !== null || response.effect !== null || isUnanswered.test(failure))) {
    const delay = `its answer took ${millisecondsText(response.delayMilliseconds)} more`
    const what = response.delayMilliseconds > 0 ? delay : shortReason(call)
    return `The test ${scenario === null ? 'added a delay' : `played ${scenario}`}: ${what}. Mend how the app takes it, or stop it.`
  }
  if (scenario !== null)
    return `The test played ${scenario}, so this answer was meant: mend how the app takes it, or stop it.`
  if (fault !== null) return `The fault ${fault} breaks replies on purpose: switch it off.`
  const { outcome = '', step = '' } = decidingStep(call) ?? {}
  const known = advice[outcome] ?? (step === 'quota' && call.plan === 'free' ? advice['free'] : advice[step])
  if (known !== undefined) return known
  if (status === 404) return 'Add the animal first, or ask for one that is there: the tab Data has them.'
  if (status >= 400) {
    const reason = shortReason(call)
    const [rule = ''] = / must [^"]*?(?=\.?")/.exec(response.body) ?? []
    return `Mend the request: ${reason}.${reason.includes(rule) ? '' : ` It${rule}.`}`
  }
  const unknown = operation === null ? undefined : unknownParameter(operation, target.split('?')[1] ?? '')
  if (unknown !== undefined)
    return `${unknown}. The mock answered as if it was not sent: mend its name, or leave it out.`
  const { default: most, maximum } = listLimit
  if (isCutOff(call, animals) && errors.some((error) => isTooShort(error, most)))
    return `Without limit, a list has at most ${most} animals, and there are ${animals}: ask for more, such as limit=${maximum}.`
  const differing = errors.map(typeText).find((text) => text !== undefined)
  return differing ?? asDocumented
}

const asDocumented = 'The mock answered as documented: compare its reply with what the test expects.'

/** Whether so many were received where more were expected. */
function isTooShort(error: string, most: number): boolean {
  const said = error.match(/\b(?:greater than(?: or equal to)?|length of) \d+/g) ?? []
  const isMore = [...expectedLines(error), ...said].some((line) => Number(/^\D*(\d+)\W*$/.exec(line)?.[1]) >= most)
  return isMore && receivedForms(error).includes(`\n${most}\n`)
}
