import type { Awaitable } from '../../spec/awaitable.ts'
import type { OperationExamples } from '../../spec/made/examples.ts'
import { operations } from '../../spec/made/operations.ts'
import type { OperationId } from '../../spec/names.ts'
import { mostDelayMilliseconds, textOf } from '../call/call.ts'
import { errorOutcome } from '../call/outcome.ts'
import { type Overrides, edited } from '../call/overrides.ts'
import type { Route } from '../call/route.ts'
import type { JournalRecord } from '../journal/journal-record.ts'
import { journalLine } from '../journal-text/journal-entry.ts'
import { resultText } from '../journal-text/short-reason.ts'
import { whyOf } from '../journal-text/step-text.ts'
import type { KeyRing } from '../keys/keys.ts'
import type { Preference, Registered } from '../store/registered.ts'
import { exhaustedQuota } from '../call/count-quota.ts'
import { appliesTo, findScenario, scenarios, unknownScenario } from '../world/scenarios.ts'

/**
 * Reads a Prefer header (RFC 7240) as mock servers do: `code=429`, `example=empty`, `scenario=flaky`, `delay=500`.
 * Preferences with other names are ignored, as the RFC asks. One that cannot be played gets a 400 that says what can.
 */
async function readPreference(header: string, route: Route): Promise<Preference> {
  const preferences = parsePrefer(header)
  const delay = preferences.get('delay')
  const delayMilliseconds = delay !== undefined && /^[0-9]{1,6}$/.test(delay) ? Number(delay) : undefined
  if (delay !== undefined && (delayMilliseconds ?? Number.POSITIVE_INFINITY) > mostDelayMilliseconds) {
    return refusePreference(`delay=${delay}: a delay has 0 to ${mostDelayMilliseconds} milliseconds.`)
  }
  const found = await findPreference(preferences, route)
  return { ...found, delayMilliseconds: delayMilliseconds ?? found.scenario?.delayMilliseconds }
}

function findPreference(preferences: ReadonlyMap<string, string>, route: Route): Awaitable<Preference> {
  const operation = route.kind === 'operation' ? route.operation : undefined
  const id = preferences.get('scenario')
  const code = preferences.get('code')
  const example = preferences.get('example')
  if (id !== undefined) {
    const scenario = findScenario(id)
    if (scenario === undefined) return refusePreference(unknownScenario(id))
    if (appliesTo(scenario, operation)) return { scenario, overrides: scenario.overrides }
    return refusePreference(`scenario=${id}: it applies only to ${scenario.operations?.join(', ')}.`)
  }
  if (example !== undefined) return findExample(example, code, operation)
  if (code === undefined) return {}
  const documented = operation === undefined ? {} : operations[operation].responses
  if (code.startsWith('2') && Object.hasOwn(documented, code)) return {}
  const scenario = scenarios.find((candidate) => String(candidate.code) === code && appliesTo(candidate, operation))
  if (scenario !== undefined) return { scenario, overrides: scenario.overrides }
  if (!/^[2-5][0-9]{2}$/.test(code)) return refusePreference(`code=${code}: a status is a number from 200 to 599.`)
  return { overrides: playStatus(Number(code)) }
}

/** A status that no scenario of the operation has: from 400 on with an Error. */
function playStatus(status: number): Overrides {
  const message = `The Prefer header asks for a ${status}.`
  return {
    operate: (_usual, { choices }) =>
      status < 400 ? { status, body: '' } : errorOutcome(choices, status, 'preferred_status', message),
  }
}

const loadExamples = () => import('../../spec/made/examples.ts')

async function findExample(
  name: string,
  code: string | undefined,
  operation: OperationId | undefined,
): Promise<Preference> {
  const { examples: all } = await loadExamples()
  const ofOperation: OperationExamples = operation === undefined ? {} : all[operation]
  const examples = Object.entries(ofOperation)
    .filter(([status]) => status !== 'request' && (code === undefined || status === code))
    .flatMap(([status, named]) => Object.entries(named).map(([key, { text }]) => [Number(status), key, text] as const))
  const example = examples.find(([, key]) => key === name)
  if (example !== undefined) return { example: name, overrides: playExample(...example) }
  const names = [...new Set(examples.map(([, key]) => key))].join(', ')
  return refusePreference(`example=${name}: this operation has no such example. Examples: ${names || 'none'}.`)
}

// What causes an example, if its status alone does not say.
const causes: Readonly<Record<string, Overrides>> = {
  'day-exceeded': { count: (_usual, context) => exhaustedQuota(context, 'day') },
}

/** Plays an example: the body of a reply. The rest of the reply is what it would be without the example. */
function playExample(status: number, key: string, text: string): Overrides {
  const cause = causes[key] ?? scenarios.find((scenario) => scenario.code === status)?.overrides
  return {
    ...(cause ?? { operate: () => ({ status, body: text }) }),
    reply: edited((made) =>
      made.status === status
        ? { ...made, headers: { 'Content-Type': 'application/json', ...made.headers }, body: text }
        : made,
    ),
  }
}

function refusePreference(problem: string): Preference {
  const message = `The Prefer header cannot be followed. ${problem}`
  return { overrides: { operate: (_usual, { choices }) => errorOutcome(choices, 400, 'invalid_preference', message) } }
}

/** What decided a reply, if the client asks by `Prefer: why`. */
function explain(record: Omit<JournalRecord, 'number'>, keys: KeyRing): string | undefined {
  const { prefer = '' } = record.call.headers
  if (!prefer.split(/[,;]/).some((part) => part.trim().toLowerCase() === 'why')) return undefined
  const line = journalLine({ ...record, number: 0 }, keys)
  const body = keys.masker(record.call.headers['authorization'])(textOf(record.reply.body))
  const refused = line.status < 400 ? undefined : resultText({ ...line, response: { effect: line.effect, body } })
  return whyOf(line.steps, refused)
}

/** The preferences by name in lower case; the first of a name counts, as the RFC has it. */
function parsePrefer(header: string): ReadonlyMap<string, string> {
  const preferences = new Map<string, string>()
  for (const part of header.slice(0, 2000).split(/[,;]/)) {
    const [name = '', ...value] = part.split('=')
    const key = name.trim().toLowerCase()
    const text = value.join('=').trim()
    if (value.length > 0 && !preferences.has(key)) preferences.set(key, text.replace(/^"(.*)"$/, '$1'))
  }
  return preferences
}

export const registeredPrefer: NonNullable<Registered['prefer']> = { read: readPreference, explain, load: loadExamples }
