import {
  type ClauseId,
  type Member,
  type Shape,
  clauseOfSentMember,
  expectedOf,
  isObject,
  operations,
  shapes,
  writeJson,
} from '../../spec/index.ts'
import { credentialInWords } from '../exchange/credentials.ts'
import type { Flaw } from '../exchange/question.ts'
import type { Doubt, Excuse, Facts, StatusNote, Value } from './facts.ts'

/**
 * What was expected and what was received, by the kind of a departure. A name in braces stands for a fact, or for one of the
 * words below. Without a second sentence, what was received is told by where it is.
 */
const sentences = {
  // Statuses.
  status: ['status {oneOf}{because}'],
  'refused-otherwise': ['status 201, or 400 for what is refused'],
  removed: ['no animal, because getPet is removed'],
  'large-refused': ['201 for the categoryId {expected.is}, an int64, as for {expected.other}'],
  'creation-refused': ['201 for a new animal without a {expected.kind}'],
  'status-refused': ['201 for a new animal that is {expected.is}'],
  'other-found': ['404 for the id {animal.id}', '{status} with the animal {other.id}'],
  'named-found': ['404 for the id {animal.id}, which the body had named'],
  'listed-missing': ['200 for the id {animal.id}, which the list has'],
  'known-missing': ['200 for the id {animal.id}, {source}'],
  'beyond-limit': ['status 429 beyond the limit'],
  'wait-in-vain': ['an answer after the time in Retry-After'],
  'left-refused': [
    'no 429 while requests remain',
    '{status} with X-RateLimit-Remaining: {received.left} of {received.limit}',
  ],
  'refused-early': ['no 429 while requests remain'],
  'wait-over': [
    'an answer after {expected.seconds} seconds, as Retry-After said',
    '{status} after {received.seconds} seconds',
  ],
  'window-over': ['an answer after {expected.reset}, as X-RateLimit-Reset said'],
  unstable: ['another answer', '{status}'],
  // Headers.
  'media-type': ['Content-Type: application/json', '{type}'],
  'headers-missing': ['on a {expected.status} too: {at.names}', '{missing}'],
  'whole-number': ['{name} is a whole number'],
  'above-limit': ['at most {expected.atMost} remaining, as X-RateLimit-Limit says'],
  timestamp: ['X-RateLimit-Reset is a Unix timestamp in seconds'],
  'reset-far': [
    'X-RateLimit-Reset is an instant at which a minute or a day ends',
    '{header}, {received.days} days ahead',
  ],
  'reset-past': ['X-RateLimit-Reset is an instant that is still to come', '{header}, {received.seconds} seconds ago'],
  'resets-past': [
    'X-RateLimit-Reset is an instant that is still to come',
    '{header}, not ahead in any of {count.of} answers, and now past',
  ],
  'plan-limit': ['X-RateLimit-Limit is {oneOf}, as on the {expected.plan} plan'],
  'no-retry-after': ['a Retry-After header', 'no such header'],
  'no-time': ['a Retry-After with a time to wait'],
  sunset: ['Sunset on 5 December 2030'],
  'counts-mixed': ['X-RateLimit-Remaining is what remains of a window', '{name}: {series}, with the same Reset'],
  'count-rises': [
    'at most {expected.atMost} remaining, as long as X-RateLimit-Reset is {expected.reset}',
    '{name}: {series}',
  ],
  uncounted: [
    '{name} falls with each request',
    '{name} as before after each {received.requests}, {count.bad} times, though it falls after others',
  ],
  'count-constant': ['{name} falls from request to request', '{name}: {series}'],
  'count-short': [
    '{name} at least {expected.atLeast} lower after {expected.atLeast} requests',
    '{header}, lower by {received.before}',
  ],
  'limit-changes': ['{name} is the limit of the caller', '{name}: {series}, with the same X-RateLimit-Reset'],
  'reset-moves': ['{name}: {expected.is} until then', '{header}, {received.seconds} seconds before'],
  'window-early': [
    '{name} below {expected.atMost} until {expected.reset}, as X-RateLimit-Reset said',
    '{header}, {received.seconds} seconds before',
  ],
  // Bodies.
  json: ['a body that is JSON', '{body}'],
  'no-list': ['a JSON array of {expected.kind} objects'],
  'no-object': ['{object}'],
  member: ['{memberOf}', '{at.member}: {received.is}'],
  'error-status': ['status {expected.is}, as HTTP says', '{at.member}: {received.is}'],
  'list-long': ['at most {expected.atMost} in the list', '{received.is} animals'],
  filtered: ['animals that are {expected.is}'],
  'id-repeated': ['each id once in a list', 'id {received.is} more than once'],
  'id-of-client': ['an id that the service assigned', 'id {received.is}, which the request had named'],
  'id-taken': ['an id that no other animal has', 'id {received.is} of {otherName}, {source}'],
  'default-length': ['{expected.is} animals, as with limit=20', '{received.is} animals'],
  'filter-lacks': ['the animal {animal.id}, which is {expected.status}', '{received.is} animals without it'],
  'list-lacks': [
    'the animal {animal.id}, which the list of {expected.status} animals has',
    '{received.is} animals without it',
  ],
  'other-id': [
    'the animal {animalName} under the id {animal.id}, as it was added',
    'it is listed under the id {received.is}',
  ],
  sent: ['{at.member}: {expected.is}', '{at.member}: {received.is}'],
  'same-id': ['id {expected.is}', 'id {received.is}'],
  'as-listed': ['{at.member}: {expected.is}, as listed', '{at.member}: {received.is}'],
  'as-in-all': [
    '{at.member}: {expected.is}, as in the list of all, for the id {animal.id}',
    '{at.member}: {received.is}',
  ],
  'as-known': ['{at.member}: {expected.is} for animal {animal.id}, {source}', '{at.member}: {received.is}'],
  'refused-there': ['no animal, because the answer was {expected.status}', 'it is there as {received.is}'],
} as const satisfies Readonly<Record<string, readonly [expected: string, received?: string]>>

/** What came besides a wrong status. */
const notes = {
  'with-body': ', and {received.later} with a body',
  listed: ', though it is listed',
  later: ', also some seconds later',
  back: ', and 200 in exchange {against}',
  'left-before': ', though X-RateLimit-Remaining was {received.before} before',
  after: ', {received.seconds} seconds after',
  'nothing-left': ', though nothing remained',
  twice: ', twice',
} as const satisfies Readonly<Record<StatusNote, string>>

const flaws: Readonly<Record<Flaw, string>> = {
  unknown: 'for an animal that is not there',
  invalid: 'for an invalid body',
  malformed: 'for a body that is malformed',
}

/** Words that take more than one fact. */
const words: Readonly<Record<string, (facts: Facts) => string>> = {
  name: ({ at }) => at?.names?.[0] ?? '',
  header: (facts) => filled('{name}: {received.is}', facts),
  status: (facts) => {
    const { is = 'no response', problem, to, and } = facts.received
    const more = problem === undefined ? (to === undefined ? '' : ` to ${to}`) : ` (${problem})`
    return `status ${is}${more}${and === undefined ? '' : filled(notes[and], facts)}`
  },
  because: ({ expected: { key, flaw } }) =>
    `${key === undefined ? '' : `, because ${credentialInWords(key)}`}${flaw === undefined ? '' : `, also ${flaws[flaw]}`}`,
  oneOf: ({ expected }) => expected.oneOf?.join(' or ') ?? '',
  type: ({ received }) => `${received.is ?? 'no Content-Type'}`,
  source: ({ expected: { as, isAdded } }) => `which exchange ${as} ${isAdded === true ? 'added' : 'showed'}`,
  missing: ({ received }) => `no ${received.missing?.join(', no ')}`,
  series: ({ received }) => received.all?.join(', then ') ?? '',
  animalName: ({ animal }) => writeJson(animal?.name ?? null),
  otherName: ({ other }) => writeJson(other?.name ?? null),
  body: ({ received: { is, bytes, problem } }) => {
    const body = is ?? (bytes === undefined ? 'an empty body' : `${bytes} bytes that are not UTF-8`)
    return `${body}${problem === undefined ? '' : ` (${problem})`}`
  },
  object: ({ at, expected: { kind } }) => {
    const object = kind === 'Error' ? 'an Error with code, message and status' : `a ${kind}`
    return at?.item === undefined ? object : `item ${at.item} of the list is ${object}`
  },
  memberOf: ({ at, expected: { kind = '' } }) => {
    const members = (shapes as Readonly<Record<string, Shape>>)[kind]?.members
    const member = members?.find(({ name }) => name === at?.member)
    const where = at?.item === undefined ? `the ${kind}` : `item ${at.item} of the list`
    return `${where} has ${member === undefined ? at?.member : mustBe(member)}`
  },
}

function mustBe(member: Member): string {
  const { name, isRequired, values } = member
  if (values !== null) return `the ${name} ${values.join(', ')}${isRequired ? '' : ', or none'}`
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name} that is ${expectedOf(member)}`
}

/** A sentence with its facts. */
function filled(sentence: string, facts: Facts): string {
  return sentence.replaceAll(/\{([\w.]+)\}/g, (_, path: string) => {
    const found = path.split('.').reduce<unknown>((of, name) => (isObject(of) ? of[name] : undefined), facts)
    return (
      words[path]?.(facts) ?? (Array.isArray(found) ? found.join(', ') : `${(found as Value | undefined) ?? 'nothing'}`)
    )
  })
}

export type Kind = keyof typeof sentences

/** A departure as facts. */
interface Told extends Facts {
  readonly kind: Kind
}

const usual = { status: '{status}', header: '{header}', body: '{received.is}' } as const

const circumstances = {
  'at once': ' at once with others',
  'now and then': ' to {count.bad} of {count.of} requests, each of which was fine when sent again',
} as const

/** What was expected and what was received, in words. */
export function told(finding: Told): { readonly expected: string; readonly received: string } {
  const { kind, at, circumstance } = finding
  const when = circumstance === undefined ? '' : filled(circumstances[circumstance], finding)
  const [expected, received = usual[at?.part ?? 'body']]: readonly [string, string?] = sentences[kind]
  return { expected: cut(filled(expected, finding)), received: cut(`${filled(received, finding)}${when}`) }
}

// Longer ones are in the answer.
const mostOfText = 200

function cut(text: string): string {
  return text.length > mostOfText ? `${text.slice(0, mostOfText).replace(/…$/, '')}…` : text
}

const ofMachines =
  'If one machine counts, this is broken. Several machines with windows of their own show it too, and so does a restart that loses the counts.'
const ofCounts =
  'If the key is yours alone and one machine counts, this is broken. Several machines that count apart, or hear of each other late, show it too. So does a window that slides, when older requests are no longer in it.'
const ofOthers = 'If the key is yours alone, this is broken. Somebody else may have used'

/** How a careful reader could defend a departure. */
const readings = {
  name: 'Section 4.2 does not say that a name is kept to the last character. Blanks and Unicode forms may be put in order.',
  'optional-status':
    'Section 2 does not require status in a Pet, so an answer may leave it out. Other answers show it.',
  'limit-outside': 'The document does not state the answer to a limit outside 1 to 100, so it may be a longer list.',
  'null-member': ' is not required, and many services take null as absent: this one added the animal without it.',
  duplicate: 'The same animal was sent before. The document does not say that duplicates are added.',
  unusual: 'What was sent is unusual, and may be refused. Section 7 names 400 for that;',
  full: 'No room may be left. The document does not say what is answered then.',
  people:
    'If nobody else works with these animals, this is broken. Somebody in the shop who changes or removes new animals would show it too.',
  stale: 'The list may be an old one, from a cache. The document does not say how soon a list has what was added.',
  counts: ofCounts,
  refused: 'Section 8 does not say that a request counts if it is refused.',
  'limit-of-day':
    'If the headers are about all windows, this is broken. The limit of the day may be reached while they tell that of the minute.',
  'others-used-left': `${ofOthers} what was left, or another machine has a count of its own.`,
  'others-used-free': `${ofOthers} up what was free by then.`,
  'others-used-window': `${ofOthers} up the new window.`,
  'new-plan':
    'If nobody changed the plan of the key meanwhile, this is broken. A new plan may bring a new limit at once.',
  sliding:
    'A fixed window ends when it was told. If the window slides, or is a bucket that fills up, each request puts off the instant at which all is back.',
  windows: ofMachines,
} as const

export type Reading = keyof typeof readings

/** How a careful reader could defend a finding, in words; `undefined` if it is no warning. */
export function readingOf({
  reading,
  clause,
  received,
}: Facts & { readonly reading?: Reading | undefined; readonly clause: ClauseId }): string | undefined {
  if (reading === undefined) return undefined
  const members: readonly Member[] = shapes.NewPet.members
  const { section } = operations.createPet
  const nulled = members.find((member) => clauseOfSentMember(section, member, 'value') === clause)?.name
  const [before, after] = [reading === 'null-member' && nulled, reading === 'unusual' && received.is]
  return `${before || ''}${readings[reading]}${after ? ` ${after} says it more precisely.` : ''}`
}

const foreign = 'This does not look like the service:'

/** Why a clause stays open, or what cut a probe or the whole run short. A name in braces stands for the fact that goes with it. */
const reasons = {
  'no-list': 'There were no lists to compare.',
  'too-few-animals': 'There are too few animals to compare: {is}.',
  'page-lengths': 'The length of a page differs from request to request.',
  'animals-change': 'Animals change from request to request.',
  'none-of-status': 'No animal of that status is known.',
  'further-pages': 'The list does not hold all animals, so that some may be on further pages.',
  'none-to-fetch': 'There is no animal to fetch.',
  'not-listed-any-more': 'The animal is not listed any more.',
  'get-removed': 'getPet is removed, or will be today.',
  'none-added': 'No animal could be added.',
  'never-added': 'No animal could be added: {is}.',
  'category-unknown':
    'No animal could be added, perhaps because its categoryId is not known: name one with --category.',
  'animals-spent': 'No more animals are risked: {is} were added, or may have been.',
  'adds-refused': 'The server adds animals that it refuses, so no more are sent.',
  'none-refused': 'No animal was refused.',
  'new-unseen': 'The animals that were added are not on the pages that can be seen.',
  always: 'createPet answers {is} whatever the body is.',
  'always-later': 'createPet answers {is} after the first animals.',
  'no-window': 'No two answers were of the same window.',
  'limit-too-high': 'The limit is too high to exceed: {is} requests remain.',
  'wait-too-long': 'The 429 asks for a wait of {is} seconds, which is longer than a run waits.',
  'reset-late': 'The rate limit resets in {is} seconds, which is longer than a run waits.',
  'requests-spent': 'The {is} requests of a run are used up.',
  'slow-operation': '{is} does not answer in time.',
  'slow-run': 'The run took too long, because the deployment answers slowly.',
  'too-slow': 'Everything would take too long.',
  limited: 'No answer showed it: {is} requests were answered with 429.',
  'without-key-429': 'Requests without a valid key are answered with 429.',
  'one-sent-again': 'Of several requests at once that were answered with 429, one was sent again.',
  'second-429': 'A second 429 came after the wait that the first one asked for.',
  'hidden-limit': 'createPet was answered with 429 while requests remained, again and again: {is} were not added.',
  interrupted: 'It was interrupted.',
  'no-trust': 'There is no trusted connection: {is}.',
  'no-answer': 'The deployment does not answer: {is}. Is it running, and is the address right?',
  'key-refused':
    'The deployment refuses the API key with 401, whatever is asked: is it the right key for this address?',
  redirects: `${foreign} it redirects, first to {is}. Redirects are not followed: is that the address to test, or a page to log in?`,
  fails: `${foreign} every answer is {is}. Is the service up?`,
  'all-404': `${foreign} every answer is 404. Is the path of the address right?`,
  'no-json': `${foreign} no answer is JSON as documented; the first is {is}. Is this the address of the service, /v1 included? May this key be used, and from here?`,
} as const

export interface Reason {
  readonly id: keyof typeof reasons
  readonly is?: number | string | undefined
  /** What was left out because of it, such as "3 of the 500 requests". */
  readonly leftOut?: string
}

/** Why a clause stays open, or what was cut short, in words. */
export function reasonOf({ id, is = 'unknown', leftOut }: Reason): string {
  return `${reasons[id].replace('{is}', () => `${is}`)}${leftOut === undefined ? '' : ` ${leftOut} were left out.`}`
}

const settlements: Readonly<Record<Excuse, (doubt: Doubt) => string>> = {
  temporary: ({ times }) => `the same in ${times} answers in a row, a second or more apart`,
  reset: () => 'another animal that was added earlier and is still there (or --with-resets, if the data was put back)',
  lag: () => 'a look at the same animal more than 5 seconds after it was added',
  gone: () => 'the earlier animal, when it is still there 5 seconds after another one got its id',
  others: () => 'the same animal, when it is there again',
  people: () =>
    'the same on further animals, right after they were added (somebody may have changed or removed this one)',
}

/** What would settle a finding that is open. */
export function settledBy(doubt: Doubt): string {
  return doubt.settledBy.map((what) => settlements[what](doubt)).join(', and ')
}
