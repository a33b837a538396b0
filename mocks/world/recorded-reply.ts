import { type Reply, hasNoBody, textOf } from '../call/call.ts'
import { type OptionKinds, aWholeNumber, anObject, checkOptions, oneOfOptions } from '../../spec/index.ts'
import { SandboxError } from './sandbox-error.ts'
import { exhaustedQuota } from '../call/count-quota.ts'
import type { Scenario } from './scenarios.ts'

/** A reply as plain data, to be played again. Its status is 200 to 599, its body text. */
export interface RecordedReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly delayMilliseconds?: number | undefined
  readonly effect?: 'reset' | 'hang' | undefined
}

/** What can be played again: a reply of the store, or as much of one as is needed. */
export interface PlayableReply extends Partial<Omit<RecordedReply, 'body'>> {
  readonly status: number
  readonly body?: string | Uint8Array | undefined
}

/** The id of the scenario that plays a recorded reply. It is not in the list of scenarios, for it is nothing by itself. */
export const recorded = 'recorded'

/** The scenario that answers as a recorded reply says: spec/decisions/0010-recorded-replies.md. */
export function recordedScenario(reply: RecordedReply): Scenario {
  const { status, body, effect, delayMilliseconds } = reply
  return {
    id: recorded,
    ...(delayMilliseconds === undefined ? {} : { delayMilliseconds }),
    overrides: {
      // The three headers of a 429 say that nothing is left, whatever is.
      ...(status === 429
        ? {
            count: async (usual, context) => {
              const quota = await usual()
              return quota.isAllowed ? exhaustedQuota(context) : quota
            },
          }
        : {}),
      operate: () => ({ status, body }),
      // Another status is that of a call that was refused before: without a valid key, or beyond its quota.
      reply: (usual) =>
        usual.status === status
          ? { ...usual, headers: headersNow(reply, usual), body, ...(effect === undefined ? {} : { effect }) }
          : usual,
    },
  }
}

const namesOfNow = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'date']

/** The headers of the recorded reply, but those of windows and of the time are of now. */
function headersNow({ status, headers }: RecordedReply, usual: Reply): Record<string, string> {
  const isOfNow = ([name]: [string, string]): boolean => {
    const lower = name.toLowerCase()
    return namesOfNow.includes(lower) || (status === 429 && lower === 'retry-after')
  }
  const kept = Object.entries(headers).filter((header) => !isOfNow(header))
  return Object.fromEntries([...kept, ...Object.entries(usual.headers).filter(isOfNow)])
}

/** The longest that a recorded reply may be held back, in milliseconds; as long as `Prefer: delay` may ask for. */
const mostDelayMilliseconds = 600_000

// The connection of now has headers of its own, and may be read by pages of any origin.
const ofTheConnection =
  /^(?:connection|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade|content-length|content-encoding|access-control-.*)$/i

/**
 * A reply, made ready to be played again: what belongs to its connection is left out, and so is the body of a status that
 * has none.
 * @throws {OptionsError} {SandboxError} when no reply can be like that
 */
export function readRecorded(reply: PlayableReply): RecordedReply {
  checkOptions('a recorded reply', reply, replyKinds, ['status'])
  const { status, headers = {}, body = '', delayMilliseconds, effect } = reply
  return {
    status,
    headers: readHeaders(headers),
    body: hasNoBody(status) ? '' : textOf(body),
    delayMilliseconds,
    effect,
  }
}

const replyKinds: OptionKinds<PlayableReply> = {
  status: aWholeNumber(200, 599),
  headers: anObject,
  body: {
    expected: 'a text or bytes',
    accepts: (value) => typeof value === 'string' || value instanceof Uint8Array,
  },
  delayMilliseconds: { expected: `milliseconds from 0 to ${mostDelayMilliseconds}`, accepts: isDelay },
  effect: oneOfOptions('reset', 'hang'),
}

function isDelay(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= mostDelayMilliseconds
}

function readHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !ofTheConnection.test(name))
  const seen = new Set<string>()
  for (const [name, value] of kept) {
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name)) throw refuse(`${JSON.stringify(name)} is no name of a header`)
    if (typeof value !== 'string' || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw refuse(`the header ${name} has a value that no header can have`)
    }
    if (seen.has(name.toLowerCase())) throw refuse(`the header ${name} is there twice`)
    seen.add(name.toLowerCase())
  }
  return Object.fromEntries(kept)
}

function refuse(problem: string): SandboxError {
  return new SandboxError(`Cannot play this reply again: ${problem}.`)
}
