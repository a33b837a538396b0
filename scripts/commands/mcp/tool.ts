import { sandboxPath } from '../../../mocks/control/client/sandbox-path.ts'
import type { ControlRequest, Transport } from '../../../mocks/control/client/transport.ts'
import { writeJson } from '../../../spec/index.ts'

/** What a tool takes as one argument, as JSON Schema: no more of it than the tools use. */
export interface ArgumentSchema {
  readonly type: 'string' | 'integer' | 'number' | 'object'
  readonly description?: string
  readonly enum?: string[]
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly properties?: Record<string, ArgumentSchema>
  readonly additionalProperties?: false
}

/** What the tools act on. */
export interface Reach {
  /** How the mock is reached. */
  readonly mock: Transport
  /** What the suite tests. Default: the mock. */
  readonly deployment: { readonly baseUrl: string; readonly apiKey: string } | undefined
  /** Aborted at the end. */
  readonly signal: AbortSignal
}

/** The arguments of a call, as the schema of its tool allows them. */
export type ToolArguments = Readonly<
  Partial<Record<TextArgument, string | undefined> & Record<NumberArgument, number> & Record<'choose', object>>
>
type TextArgument = 'sandbox' | 'scenario' | 'fault' | 'operation' | 'mode' | 'at' | 'search' | 'petStatus' | 'dataset'
type NumberArgument = 'calls' | 'advanceSeconds' | 'status' | 'limit' | 'count'

/** What the protocol says of a tool, so that an agent can ask before it loses something. */
export const annotationsOf = {
  reads: { readOnlyHint: true },
  /** Adds something each time. */
  adds: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  /** The same once more changes nothing; what was there before can be set again. */
  sets: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  /** Takes away what nothing brings back. */
  destroys: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
} as const

/** What an agent can do. */
export interface Tool {
  readonly description: string
  /** Its arguments beside the sandbox, as JSON Schema. */
  readonly properties: Readonly<Partial<Record<keyof ToolArguments, ArgumentSchema>>>
  readonly required?: readonly (keyof ToolArguments)[]
  readonly does: keyof typeof annotationsOf
  readonly run: (given: ToolArguments, reach: Reach) => Promise<string>
}

/** One request of the control API. Rejects with the words of a refusal. */
export async function control(
  { mock }: Reach,
  { sandbox = 'default' }: ToolArguments,
  method: ControlRequest['method'],
  path: string,
  body?: object,
): Promise<string> {
  const reply = await mock.send({ method, target: sandboxPath(sandbox, path), body })
  return reply === undefined ? 'Done.' : writeJson(reply)
}

export function queryOf(...parts: readonly object[]): URLSearchParams {
  const entries: [string, string | number | undefined][] = parts.flatMap((part) => Object.entries(part))
  return new URLSearchParams(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))
}

export function picked(given: ToolArguments, ...names: readonly (keyof ToolArguments)[]): object {
  return Object.fromEntries(names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])))
}
