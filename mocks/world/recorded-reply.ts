import { type Reply, hasNoBody, mostDelayMilliseconds, textOf } from '../call/call.ts'
import { type OptionKinds, aWholeNumber, anObject, checkOptions, oneOfOptions } from '../../spec/check-options.ts'
import { SandboxError } from './sandbox-error.ts'
import { exhaustedQuota } from '../call/count-quota.ts'
import { edited } from '../call/overrides.ts'
import type { Scenario } from './scenarios.ts'

/** A reply as plain data, to be played again. Its status is 200 to 599, its body text. */
export interface RecordedReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly delayMilliseconds?: number | undefined
  readonly effect?: Reply['effect'] | undefined
}

/** A reply to play again: one of the store, or only a part of one. */
export interface PlayableReply extends Partial<Omit<RecordedReply, 'body'>> {
  readonly status: number
  readonly body?: string | Uint8Array | undefined
}

/** The id of the scenario that plays a recorded reply. It is not in the list of scenarios, because it needs a reply. */
export const recorded = 'recorded'

/** The scenario that answers as a recorded reply says: spec/decisions/0007-one-way-to-take-over-a-step.md. */
export function recordedScenario(reply: RecordedReply): Scenario {
  const { status, body, effect, delayMilliseconds } = reply
  return {
    id: recorded,
    ...(delayMilliseconds === undefined ? {} : { delayMilliseconds }),
    overrides: {
      // The headers of a 429 say that no request is left, even if some are.
      ...(status === 429
        ? {
            count: async (usual, context) => {
              const quota = await usual()
              return quota.isAllowed ? exhaustedQuota(context) : quota
            },
          }
        : {}),
      operate: () => ({ status, body }),
      // With another status the call was refused before: it has no valid key or no request left.
      reply: edited((made) =>
        made.status === status
          ? { ...made, headers: mergeHeaders(reply, made), body, ...(effect === undefined ? {} : { effect }) }
          : made,
      ),
    },
  }
}

const currentHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'date']

/** The recorded headers. Those about the quota and the time are the current ones. */
export function mergeHeaders({ status, headers }: RecordedReply, usual: Reply): Record<string, string> {
  const isCurrent = ([name]: [string, string]): boolean => {
    const lower = name.toLowerCase()
    return currentHeaders.includes(lower) || (status === 429 && lower === 'retry-after')
  }
  const kept = Object.entries(headers).filter((header) => !isCurrent(header))
  return Object.fromEntries([...kept, ...Object.entries(usual.headers).filter(isCurrent)])
}

// The current connection sets these itself.
const connectionHeaders =
  /^(?:connection|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade|content-length|content-encoding|access-control-.*)$/i

/**
 * Checks a reply that is to be played again. Leaves out the headers of its connection, and the body of a status that has
 * none.
 * @throws {OptionsError} {SandboxError} if it is no possible reply
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

export const replyKinds: OptionKinds<PlayableReply> = {
  status: aWholeNumber(200, 599),
  headers: anObject,
  body: {
    expected: 'a text or bytes',
    accepts: (value) => typeof value === 'string' || value instanceof Uint8Array,
  },
  delayMilliseconds: { expected: `milliseconds from 0 to ${mostDelayMilliseconds}`, accepts: isDelay },
  effect: oneOfOptions('reset', 'hang', 'hold'),
}

function isDelay(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= mostDelayMilliseconds
}

function readHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !connectionHeaders.test(name))
  for (const [name, value] of kept) {
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name)) throw unplayable(`${JSON.stringify(name)} is no name of a header`)
    if (typeof value !== 'string' || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw unplayable(`the header ${name} has a value that no header can have`)
    }
  }
  return Object.fromEntries(kept)
}

function unplayable(problem: string): SandboxError {
  return new SandboxError(`Cannot play this reply again: ${problem}.`)
}
