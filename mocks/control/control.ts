import {
  type Awaitable,
  type Learned,
  type OptionKinds,
  OptionsError,
  ProfileError,
  aFunction,
  aText,
  anObject,
  checkOptions,
  shown,
} from '../../spec/index.ts'
import { type ControlOperation, controlOperations } from '../../spec/made/control-operations.ts'
import { isLabelledJson, jsonError, readBody } from '../call/body.ts'
import type { Call } from '../call/call.ts'
import { splitTarget } from '../call/route.ts'
import { createRouter, decodePart } from '../call/router.ts'
import { LostCallsError } from '../journal/lost-calls.ts'
import { KeyError } from '../keys/keys.ts'
import type { Sandbox } from '../world/sandbox.ts'
import { SandboxError } from '../world/sandbox-error.ts'
import type { SharedScope } from '../store/shared-state.ts'
import { OpenFilesError, StorageError, knownError } from '../animals/storage-error.ts'
import { StateLinkError } from '../state-link/state-link.ts'
import { type AnimalStore, failurePrinter } from '../store/store.ts'
import { ControlError, type ControlReply, type Handlers, type PanelFiles, errorReply, notFound } from './handler.ts'
import { animalHandlers } from './handlers/animals.ts'
import { behaviourHandlers } from './handlers/behaviour.ts'
import { journalHandlers } from './handlers/journal.ts'
import { KeyNames, keyHandlers } from './handlers/keys.ts'
import { linkHandlers } from './handlers/link.ts'
import { mockHandlers } from './handlers/mock.ts'
import { quotaHandlers } from './handlers/quotas.ts'
import { reportHandlers } from './handlers/report.ts'
import { sandboxHandlers } from './handlers/sandboxes.ts'
import { queryValues, validated } from './validated.ts'

const handlers: Handlers = {
  ...mockHandlers,
  ...keyHandlers,
  ...sandboxHandlers,
  ...linkHandlers,
  ...behaviourHandlers,
  ...quotaHandlers,
  ...animalHandlers,
  ...journalHandlers,
  ...reportHandlers,
}

/**
 * The control API, over HTTP or without: the operations of spec/control.openapi.yaml
 * (spec/decisions/0040-control-api.md).
 */
export interface Control {
  /**
   * Answers a call whose target is `/_mock` or below it. Never throws and never rejects.
   * @param signal aborted when the caller has left, so that nothing goes on waiting for it
   */
  answer(call: Call, signal?: AbortSignal): Promise<ControlReply>
}

/** What the control API shows, and who hears of its failures. */
export interface ControlOptions {
  /** Gets every unexpected error; the caller sees a 500. Default: prints it. */
  readonly onFailure?: (error: unknown) => void
  /** The base address of a deployment, if the store has calls to it that a proxy recorded. */
  readonly deployment?: string
  /** The command that started the mock, without its port and token. The panel shows it when the mock is gone. */
  readonly command?: string
  /** How the profile of the mock was learned. */
  readonly learned?: Learned | undefined
  /** The files of the panel, of which `GET …/report` makes a page. */
  readonly panel?: PanelFiles | undefined
}

const optionKinds: OptionKinds<ControlOptions> = {
  onFailure: aFunction,
  deployment: aText,
  command: aText,
  learned: anObject,
  panel: aFunction,
}

/**
 * Makes the control API of a mock. It answers whoever asks: over HTTP, `startServer` guards it.
 * @throws {OptionsError} when an option does not fit
 */
export function createControl(store: AnimalStore, options: ControlOptions = {}): Control {
  checkOptions('createControl', options, optionKinds)
  const { onFailure = failurePrinter(), deployment, command, learned, panel } = options
  const shared = { store, keyNames: new KeyNames(store.keys), deployment, command, learned, panel }

  async function run(call: Call, signal: AbortSignal | undefined): Promise<ControlReply> {
    const { operation, path, query: given } = findOperation(call)
    const query = validated(queryValues(given, operation.query), [operation.validateQuery], 'query')
    const body = validated(readControlBody(call), operation.validateBody, 'body')
    const { sandbox: name } = path
    // The router found the parameters of the path, and query and body were validated, so the input has the type of the operation.
    const handle = handlers[operation.id] as (input: object) => Awaitable<ControlReply>
    const answerIn = (current: AnimalStore) => {
      const sandbox = name === undefined ? undefined : findSandbox(current, name, operation.method)
      return handle({ ...shared, store: current, call, signal, path, query, body, sandbox })
    }
    if (store.within === undefined) return answerIn(store)
    return store.within({ sandbox: name, use: useOf(operation) }, answerIn)
  }

  return {
    async answer(call, signal) {
      try {
        return await run(call, signal)
      } catch (caught) {
        const error = knownError(caught)
        const refusal = refusalOf(error)
        if (refusal === undefined || error instanceof OpenFilesError) onFailure(error)
        return errorReply(refusal ?? failure)
      }
    },
  }
}

/** What an operation does with the sandbox that its path names. */
function useOf({ method }: ControlOperation): SharedScope['use'] {
  return method === 'GET' ? 'look' : method === 'DELETE' ? 'change' : 'make'
}

const router = createRouter(Object.values(controlOperations))

/**
 * Finds the operation of a call, with the parameters of its path.
 * @throws {ControlError} 404 naming the paths, or 405 with Allow
 */
function findOperation({ method, target }: Call) {
  const { path: given, query } = splitTarget(target)
  const path = given === '/_mock/' ? '/_mock' : given
  const found = router(path)
  const parameters = Object.entries(found?.parameters ?? {}).map(([name, part]) => [name, decodePart(part)] as const)
  if (found === undefined || parameters.some(([, part]) => part === undefined)) throw unknownPath(path)
  const { byMethod, allow } = found.entry
  const operation = byMethod.get(method)
  if (operation !== undefined)
    return { operation, path: Object.fromEntries(parameters) as Record<string, string>, query }
  throw new ControlError(405, 'method_not_allowed', `This path has ${allow} only.`, { Allow: allow })
}

function unknownPath(path: string): ControlError {
  const paths = [...new Set(Object.values(controlOperations).map((operation) => operation.path))]
  return new ControlError(404, 'not_found', `There is no route ${shown(path)}. Routes: ${paths.join(', ')}.`)
}

/** POST, PUT and PATCH create a sandbox that is not there, as a first call does. GET and DELETE need one that exists. */
function findSandbox(store: AnimalStore, name: string, method: string): Sandbox {
  if (method !== 'GET' && method !== 'DELETE') return store.sandbox(name)
  const found = store.sandboxes.find((sandbox) => sandbox.name === name)
  if (found !== undefined) return found
  const names = store.sandboxes.map((sandbox) => sandbox.name)
  throw notFound('sandbox', name, names, 'It is made at its first use.')
}

const storageCodes: Readonly<Record<number, ControlError['code']>> = { 503: 'unavailable', 507: 'insufficient_storage' }

const failure = new ControlError(500, 'internal_error', 'The control API failed. Please report this call.')

/** The refusal for an expected error; `undefined` for an unexpected one. */
function refusalOf(error: unknown): ControlError | undefined {
  if (error instanceof ControlError) return error
  if (error instanceof StorageError) {
    const { status, message } = error
    return new ControlError(status, storageCodes[status] ?? 'internal_error', message)
  }
  if (error instanceof LostCallsError) return new ControlError(409, 'calls_lost', error.message)
  const isOfInput = [OptionsError, SandboxError, ProfileError, KeyError, StateLinkError].some(
    (kind) => error instanceof kind,
  )
  return isOfInput ? new ControlError(400, 'invalid_body', (error as Error).message.slice(0, 2000)) : undefined
}

/** 16 MiB. A file of 100,000 animals takes about 7. */
export const maxControlBodyBytes = 16_777_216

/** The body of a call, which must be labelled as JSON; an empty object for a call without one. */
function readControlBody(call: Call): unknown {
  const body = readBody(call, maxControlBodyBytes)
  if (body === undefined) return {}
  // A form of another site can send any other Content-Type without a preflight.
  if (!isLabelledJson(call)) {
    throw new ControlError(415, 'unsupported_media_type', 'The body must be labelled Content-Type: application/json.')
  }
  if (body.ok) return body.value
  const { code, message } = jsonError(body.problem, maxControlBodyBytes)
  throw new ControlError(body.problem === 'too-large' ? 413 : 400, code, message)
}
