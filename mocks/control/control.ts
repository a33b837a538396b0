import { type JsonProblem, ProfileError, maxBodyBytes } from '../../spec/index.ts'
import type { Call } from '../call/call.ts'
import { readBody } from '../operations/create-pet.ts'
import { KeyError } from '../world/keys.ts'
import { SandboxError } from '../world/sandbox-error.ts'
import type { AnimalStore } from '../world/store.ts'
import { ControlError, errorReply } from './control-error.ts'
import { type GuardOptions, createGuard } from './guard.ts'
import { KeyNames } from './key-names.ts'
import { type ControlReply, findControlRoute } from './route.ts'
import { controlRoutes } from './routes.ts'

/**
 * Everything of a mock's sandboxes, over HTTP or without: the routes of spec/control.openapi.yaml, as
 * spec/decisions/0040-control-api.md has them.
 */
export interface Control {
  /**
   * Answers a call whose target is `/_mock` or below it. Never throws and never rejects.
   * @param signal aborted when the caller has left, so that nothing waits on for it
   */
  answer(call: Call, signal?: AbortSignal): Promise<ControlReply>
  /** How many bytes the body of a call may have: room for 100,000 animals, where the caller may use the control API. */
  bodyLimit(call: Call): number
}

/** Who may use the control API, and who is told of its failures. */
export interface ControlOptions extends GuardOptions {
  /** Told of what should not happen: an error inside, which the caller sees as a 500. Default: `console.error`. */
  readonly onFailure?: (error: unknown) => void
}

/**
 * Makes the control API of a mock. A call must have a `host` header that names this machine, also without HTTP.
 * @throws {GuardError} when the token or a host is of no use
 */
export function createControl(store: AnimalStore, options: ControlOptions = {}): Control {
  const { onFailure = console.error } = options
  const guard = createGuard(options)
  const world = { store, keyNames: new KeyNames(store.keys) }

  async function run(call: Call, signal: AbortSignal | undefined): Promise<ControlReply> {
    guard(call)
    const { route, parts, query } = findControlRoute(controlRoutes, call)
    return route.run({ world, call, signal, parts, query, body: readControlBody(call) })
  }

  return {
    bodyLimit(call) {
      try {
        guard(call)
        return maxControlBodyBytes
      } catch {
        // What will be refused anyway needs no room.
        return maxBodyBytes
      }
    },
    async answer(call, signal) {
      try {
        return hardened(await run(call, signal))
      } catch (error) {
        const refusal = refusalOf(error)
        if (refusal === undefined) onFailure(error)
        return hardened(errorReply(refusal ?? failure))
      }
    },
  }
}

const failure = new ControlError(500, 'internal_error', 'The control API failed. Please report this call.')

/** The refusal that an error stands for; `undefined` for one that should not have happened. */
function refusalOf(error: unknown): ControlError | undefined {
  if (error instanceof ControlError) return error
  const isOfInput = error instanceof SandboxError || error instanceof ProfileError || error instanceof KeyError
  return isOfInput ? new ControlError(400, 'invalid_body', error.message.slice(0, 2000)) : undefined
}

// No page of another origin may read, embed or guess at any of it, and no cache may keep it.
const hardening = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

function hardened(reply: ControlReply): ControlReply {
  return { ...reply, headers: { ...reply.headers, ...hardening } }
}

/** 16 MiB. A file of 100,000 animals has about 7. */
const maxControlBodyBytes = 16_777_216

const bodyProblems: Readonly<Record<JsonProblem, ControlError>> = {
  'malformed-json': new ControlError(400, 'malformed_json', 'The body is not well-formed JSON.'),
  'invalid-utf8': new ControlError(400, 'invalid_utf8', 'The body is not valid UTF-8.'),
  'too-deep': new ControlError(400, 'json_too_deep', 'The body is nested deeper than 64 levels.'),
  'too-large': new ControlError(413, 'body_too_large', `The body has more than ${maxControlBodyBytes} bytes.`),
}

/** The one reader of bodies: JSON, labelled so; an empty object where there is none. */
function readControlBody(call: Call): unknown {
  const body = readBody(call, maxControlBodyBytes)
  if (!body.ok && body.problem === 'missing') return {}
  // A form of another site can send every other label without asking first.
  if (!/^\s*application\/json\s*(?:;|$)/i.test(call.headers['content-type'] ?? '')) {
    throw new ControlError(415, 'unsupported_media_type', 'The body must be labelled Content-Type: application/json.')
  }
  if (body.ok) return body.value
  throw body.problem === 'missing' ? failure : bodyProblems[body.problem]
}
