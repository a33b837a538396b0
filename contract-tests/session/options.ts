import { randomInt } from 'node:crypto'
import { type Int64, type PlanName, Secrets, operationIds, shownKey, operations } from '../../spec/index.ts'
import { type Client, type ClientOptions, type RunClock, realClock } from '../client/index.ts'
import { clauseTexts, masked } from '../verdict/masked.ts'

/** What a run reports while it goes on. */
export type RunEvent =
  | {
      readonly kind: 'plan'
      readonly mostRequests: number
      readonly mostAnimals: number
    }
  | {
      readonly kind: 'exchange'
      readonly number: number
      readonly mostRequests: number
      readonly method: string
      readonly path: string
      readonly status: number | undefined
    }
  | { readonly kind: 'wait'; readonly milliseconds: number; readonly reason: string }

/** What random sequences may cost, and what they are drawn from. */
export interface ThoroughOptions {
  /** How many requests they may send. Default 500. */
  readonly requests?: number | undefined
  /** How many animals they may add. Default 60. */
  readonly animals?: number | undefined
  /** From 0 to 2^31 - 1: the same seed draws the same sequences. Default: a random one. */
  readonly seed?: number | undefined
}

/** The options of a run. */
export interface ContractOptions extends ClientOptions {
  /** Sent as the bearer token, and kept out of all results. */
  readonly apiKey: string
  /** The plan of the key, to compare with X-RateLimit-Limit. */
  readonly plan?: PlanName | undefined
  /** Sends nothing but GET. */
  readonly readOnly?: boolean | undefined
  /** Exceeds the rate limit once, with as many requests as that takes. */
  readonly probeRateLimit?: boolean | undefined
  /** Asks a few things more, so that the profile of the deployment can be learnt: up to 32 requests and 5 animals. */
  readonly learn?: boolean | undefined
  /** Sends random sequences of requests on top of the run. */
  readonly thorough?: ThoroughOptions | undefined
  /** A category that new animals may have, where the service knows its categories. */
  readonly category?: Int64 | undefined
  /** Draws a whole number, from the first one to below the second, for names and ids. Default: at random. */
  readonly draw?: ((from: number, below: number) => number) | undefined
  /** Ids of probes to run. */
  readonly only?: readonly string[] | undefined
  /** `complete`: the run is inconclusive if any clause is not decided. */
  readonly require?: 'complete' | undefined
  /** The instant by which the removal of getPet is judged, in milliseconds since 1970. Default: now. */
  readonly todayMilliseconds?: number | undefined
  /** The longest wait for a window to reset. Default 120 s. */
  readonly maxWaitMilliseconds?: number | undefined
  /** Counts warnings as broken: departures that a careful reader could defend. */
  readonly strict?: boolean | undefined
  readonly clock?: RunClock | undefined
  readonly onEvent?: ((event: RunEvent) => void) | undefined
  /** Ends the run before the next request, and at most two seconds later. The result has what was found until then. */
  readonly signal?: AbortSignal | undefined
  /** Wraps the client of the run, for example to record every exchange. The exchanges hold the key. */
  readonly watch?: ((client: Client, clock: RunClock) => Client) | undefined
}

// What a Free key has in a minute. Each operation beyond three needs a few of its own: a wrong key, an unknown id, a probe.
export const defaultMostRequests = 60 + 5 * (operationIds.length - 3)
// What is added may stay in the deployment. Further resources need some items too.
const creations = operationIds.filter((id) => operations[id].role === 'create')
export const defaultMostAnimals = 12 + 4 * (creations.length - 1)
// How many requests more learning may send, and how many animals more it may add.
const learningRequests = 32
const learningAnimals = 5

/** All options of a run: those that were left out have their default. */
export type CompleteOptions = ReturnType<typeof completeOptions>

export function completeOptions(options: ContractOptions, client: Client) {
  const { clock: given = realClock, onEvent, thorough: asked, learn, readOnly, draw = randomInt } = options
  // An interruption ends every wait.
  const clock: RunClock = { now: () => given.now(), sleep: (milliseconds) => given.sleep(milliseconds, options.signal) }
  const secrets = new Secrets()
  secrets.add(options.apiKey, shownKey)
  secrets.except(clauseTexts)
  secrets.except([options.baseUrl])
  const { mask } = secrets
  return {
    client,
    clock,
    apiKey: options.apiKey,
    draw,
    mask,
    plan: options.plan,
    signal: options.signal,
    onEvent: (event: RunEvent) => onEvent?.(masked(event, mask)),
    todayMilliseconds: options.todayMilliseconds ?? clock.now(),
    mostRequests: defaultMostRequests + (learn === true ? learningRequests : 0),
    mostAnimals: defaultMostAnimals + (learn === true ? learningAnimals : 0),
    /** The longest wait for a window to reset. */
    maxWaitMilliseconds: options.maxWaitMilliseconds ?? 120_000,
    /** The longest time for a run, without its waits for the rate limit. */
    maxRunMilliseconds: 105_000,
    isReadOnly: readOnly === true,
    /** What random sequences may cost on top of the run, and their seed. */
    thorough: {
      requests: asked?.requests ?? 500,
      animals: asked?.animals ?? 60,
      seed: asked?.seed ?? draw(0, 2 ** 31),
    },
  }
}
