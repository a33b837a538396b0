import { errorCodes } from '../../../mocks/entry.ts'
import {
  type Profile,
  type SilenceId,
  defaultProfile,
  silenceIds,
  silences,
  withoutNamedSecrets,
} from '../../../spec/index.ts'
import { type MockOptions, type Recording, replay, withMock } from './recording.ts'
import type { ClientRun } from './run-client.ts'

/** The result for one alternative. */
export interface Tried extends Alternative, ClientRun {
  /** How many of the client's answers differ from the default. */
  readonly changed: number
  /** The first call whose answer it changes, such as `GET /v1/pets`. */
  readonly firstCall: string
}

/** A silence whose default the client needs. */
export interface Reliance {
  readonly silence: SilenceId
  /** What it needs. */
  readonly choice: string
  /** The alternatives that make its tests fail. */
  readonly failsUnder: readonly string[]
  /** The choice of the profile; `undefined` if it has none. */
  readonly profileHas: string | undefined
}

/** What a client relies on, as far as tried. */
export interface Reliances {
  readonly calls: number
  readonly tried: readonly Tried[]
  /** How many alternatives change no answer to this client, so that they need no run. */
  readonly unnoticed: number
  readonly reliesOn: readonly Reliance[]
  /** Whether the client passes with the profile; `undefined` if unknown, or without a profile. */
  readonly isSafe: boolean | undefined
  /** Why the result is incomplete. */
  readonly problem: string | undefined
  /** 0: relies on nothing, or is safe. 1: relies on something, or is not safe. 3: inconclusive. */
  readonly exitCode: 0 | 1 | 3
}

/** What is tried, and how. */
export interface ReliesOnOptions {
  /** Runs the client's tests against a mock. Ends early when the signal is aborted. */
  readonly runClient: (address: string) => Promise<ClientRun>
  readonly mock: MockOptions
  /** The choices of a deployment, to compare with. */
  readonly profile?: Partial<Profile> | undefined
  readonly signal?: AbortSignal | undefined
  /** Called before each run, and at the end: with the results so far, the highest number of runs, and the next run. */
  readonly onProgress?: ((tried: readonly Tried[], most: number, next?: Alternative) => void) | undefined
}

/** Finds the open questions of the interface whose default a client relies on. */
export async function reliesOn(options: ReliesOnOptions): Promise<Reliances> {
  const { runClient, mock, profile, signal, onProgress } = options
  const isStopped = () => signal?.aborted === true
  const { result: first, recording } = await withMock(mock, {}, runClient)
  const none = { calls: recording.filter(({ isControl }) => !isControl).length, tried: [], unnoticed: 0, reliesOn: [] }
  const problem = isStopped() ? stopped : problemOfFirst(first, none.calls)
  if (problem !== undefined) return { ...none, isSafe: undefined, problem, exitCode: 3 }

  // The profile is tried first, because it decides the result.
  const all = alternatives(profile).toSorted((one, other) => Number(other.isOfProfile) - Number(one.isOfProfile))
  const noticed = await noticedOnes(all, recording, mock, isStopped)
  const together = atOnce(noticed.filter(({ isOfProfile }) => isOfProfile))
  const runs = [...noticed, ...together]
  const tried: Tried[] = []
  const reds = () => tried.filter(({ failure }) => failure !== undefined)
  for (const one of runs) {
    if (isStopped()) break
    // An alternative that fails alone also fails together with others.
    if (one === together[0] && reds().some(({ isOfProfile }) => isOfProfile)) break
    onProgress?.(tried, runs.length, one)
    const { result } = await withMock(mock, one.choices, runClient)
    // A stopped run has no result.
    if (!isStopped()) tried.push({ ...one, ...result })
  }
  onProgress?.(tried, runs.length)
  // A client whose tests pass only once would seem to rely on everything.
  const isRepeatable =
    reds().length === 0 || isStopped() || (await withMock(mock, {}, runClient)).result.failure === undefined
  return {
    ...none,
    tried,
    // If it was stopped before the first run, not all were looked at.
    unnoticed: isStopped() && tried.length === 0 ? 0 : all.length - noticed.length,
    ...judged(reds(), profile, isRepeatable, isStopped()),
  }
}

const stopped = 'It was stopped, so not everything was tried.'

function problemOfFirst({ failure, lastLines }: ClientRun, calls: number): string | undefined {
  if (failure !== undefined)
    return [`The command must pass under the default first: it ended with ${failure}.`, ...lastLines].join('\n  | ')
  return calls === 0 ? 'The command passed, but called nothing at the address of the mock.' : undefined
}

/** The alternatives that change an answer which the client got: spec/decisions/0081-relies-on-answers-the-calls-again.md. */
async function noticedOnes(
  all: readonly Alternative[],
  recording: Recording,
  mock: MockOptions,
  isStopped: () => boolean,
) {
  const usual = await replay(recording, mock, {})
  const calls = recording.filter(({ isControl }) => !isControl).map(({ call }) => `${call.method} ${call.target}`)
  const noticed = []
  for (const alternative of all) {
    if (isStopped()) break
    const others = await replay(recording, mock, alternative.choices)
    const changed = calls.filter((_call, at) => usual[at] !== others[at])
    if (changed[0] !== undefined)
      noticed.push({ ...alternative, changed: changed.length, firstCall: withoutNamedSecrets(changed[0]) })
  }
  return noticed
}

/** A list with one run that tries all these alternatives together; empty if there are fewer than two. */
function atOnce<One extends Alternative & { readonly changed: number }>(ones: readonly One[]): One[] {
  const [first, ...others] = ones
  if (first === undefined || others.length === 0) return []
  const choices: Partial<Profile> = Object.assign({}, ...ones.map((one) => one.choices))
  return [{ ...first, choices, changed: Math.max(...ones.map(({ changed }) => changed)) }]
}

function judged(
  reds: readonly Tried[],
  profile: Partial<Profile> | undefined,
  isRepeatable: boolean,
  isStopped: boolean,
): Pick<Reliances, 'reliesOn' | 'isSafe' | 'problem' | 'exitCode'> {
  if (!isRepeatable) {
    const problem = 'The command does not pass a second time under the default, so its failures say nothing.'
    return { reliesOn: [], isSafe: undefined, problem, exitCode: 3 }
  }
  const found = silenceIds.flatMap((silence): Reliance[] => {
    const alone = reds.filter(({ choices }) => Object.keys(choices).length === 1)
    const failsUnder = alone.flatMap(({ choices }) => choices[silence] ?? [])
    if (failsUnder.length === 0) return []
    return [{ silence, choice: defaultProfile[silence], failsUnder, profileHas: profile?.[silence] }]
  })
  const isUnsafe = reds.some(({ isOfProfile }) => isOfProfile)
  const problem = isStopped ? stopped : undefined
  if (profile === undefined)
    return { reliesOn: found, isSafe: undefined, problem, exitCode: found.length > 0 ? 1 : isStopped ? 3 : 0 }
  // The profile does not say it, so every alternative is possible.
  const isSafe = isUnsafe ? false : found.length > 0 || isStopped ? undefined : true
  return { reliesOn: found, isSafe, problem, exitCode: isSafe === undefined ? 3 : isSafe ? 0 : 1 }
}

/** One or several choices with which the client is tried. */
export interface Alternative {
  readonly choices: Partial<Profile>
  /** Whether it is the profile's choice, and not one that a service might make. */
  readonly isOfProfile: boolean
}

// Samples for silences whose choices have a form instead of names.
const samples: Partial<Record<SilenceId, string>> = {
  'further-members': '{"createdAt":"2026-01-01T00:00:00Z"}',
  'error-codes': Object.keys(errorCodes)
    .map((code) => `${code}:THEIR_${code.toUpperCase()}`)
    .join(','),
  'page-cap': '10',
  'large-id': 'reject-400',
  enterprise: '100/1000',
}

/** All named choices but the default, or samples of the form. */
function alternativesOf(id: SilenceId): readonly string[] {
  const named = Object.keys(silences.find((silence) => silence.id === id)?.choices ?? {})
  const others = named.filter((choice) => choice !== defaultProfile[id])
  return others.length > 0 ? others : [samples[id] ?? defaultProfile[id]]
}

/**
 * What a client may meet where the interface is silent: for each silence the choice of the profile, or all alternatives
 * if the profile has none.
 */
export function alternatives(profile: Partial<Profile> = {}): readonly Alternative[] {
  return silenceIds.flatMap((id) => {
    const its = profile[id]
    const choices = its === undefined ? alternativesOf(id) : its === defaultProfile[id] ? [] : [its]
    return choices.map((choice) => ({ choices: { [id]: choice }, isOfProfile: its !== undefined }))
  })
}

/** Choices as one types them after --choose, such as `list-order=newest-first`. Long ones are cut. */
export function shortChoices(choices: Partial<Profile>): string {
  return Object.entries(choices)
    .map(([id, choice]) => `${id}=${choice.slice(0, 80)}`)
    .join(', ')
}
