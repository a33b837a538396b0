import { reports, runContract } from '../../../contract-tests/index.ts'
import { sandboxPath } from '../../../mocks/control/client/sandbox-path.ts'
import type { ControlRequest, Transport } from '../../../mocks/control/client/transport.ts'
import { operationIds, writeJson } from '../../../spec/index.ts'
import type { JournalEntry } from '../../../spec/made/control-types.ts'

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
export type ToolArguments = { readonly [Name in 'sandbox' | 'scenario' | 'operation' | 'mode' | 'at']?: string } & {
  readonly [Name in 'calls' | 'advanceSeconds' | 'status' | 'limit']?: number
}

interface Tool {
  readonly description: string
  /** Its arguments beside the sandbox, as JSON Schema. */
  readonly properties: Readonly<Partial<Record<keyof ToolArguments, object>>>
  readonly required?: readonly (keyof ToolArguments)[]
  readonly isReadOnly: boolean
  readonly run: (given: ToolArguments, reach: Reach) => Promise<string>
}

const operation = { type: 'string', enum: operationIds }
const which = { operation, status: { type: 'integer', description: 'such as 429' } }

/** What an agent can do, by name: spec/decisions/0089-tools-for-agents.md. */
export const tools: Readonly<Record<string, Tool>> = {
  state: {
    description: 'Show the address of the mock, and all settings of a sandbox.',
    properties: {},
    isReadOnly: true,
    run: async (given, reach) =>
      `${reach.mock.origin}/v1 is the address of the mock.\n${await control(reach, given, 'GET', '')}`,
  },
  play: {
    description:
      'Play a scenario, such as rate-limited, server-error, slow or empty, from the next call on; "none" ends all.',
    properties: { scenario: { type: 'string' }, operation, calls: { type: 'integer', minimum: 1 } },
    required: ['scenario'],
    isReadOnly: false,
    run: (given, reach) =>
      given.scenario === 'none'
        ? control(reach, given, 'DELETE', '/scenarios')
        : control(reach, given, 'POST', '/scenarios', picked(given, 'scenario', 'operation', 'calls')),
  },
  clock: {
    description:
      'Freeze, set or advance the clock of a sandbox, on which quotas, bans and the removal of getPet depend.',
    properties: {
      mode: { type: 'string', enum: ['real', 'running', 'frozen'] },
      at: { type: 'string', description: 'such as 2030-12-05T00:00:00Z' },
      advanceSeconds: { type: 'number' },
    },
    isReadOnly: false,
    run: (given, reach) =>
      given.advanceSeconds === undefined
        ? control(reach, given, 'PUT', '/clock', picked(given, 'mode', 'at'))
        : control(reach, given, 'POST', '/clock/advance', { seconds: given.advanceSeconds }),
  },
  journal: {
    description: 'List the latest calls, one on each line.',
    properties: { ...which, limit: { type: 'integer', minimum: 1, maximum: 1000 } },
    isReadOnly: true,
    run: async (given, reach) => {
      const entries = await latest(reach, { limit: 20, ...given })
      const lines = entries.map(({ number, method, target, status, reason }) =>
        [number, method, target, status, reason.join('; ')].join('  '),
      )
      return lines.join('\n') || 'No call fits.'
    },
  },
  why: {
    description: 'Show the whole latest call: request, reply, and the reason for the reply.',
    properties: which,
    isReadOnly: true,
    run: async (given, reach) => {
      const [entry] = await latest(reach, { ...given, limit: 1 })
      return entry === undefined ? 'No call fits.' : writeJson(entry, 2)
    },
  },
  contract: {
    description:
      'Check which clauses of the interface the deployment keeps. A deployment other than the mock is only read. Takes a second, or two minutes if the rate limit is met.',
    properties: {},
    isReadOnly: false,
    run: async (given, reach) => reports.markdown(await suite(given, reach, false)),
  },
  learn: {
    description: 'Learn what the deployment chose where the interface is silent, as a profile for the mock.',
    properties: {},
    isReadOnly: false,
    run: async (given, reach) => JSON.stringify((await suite(given, reach, true)).profile, undefined, 2),
  },
  reset: {
    description: 'Put a sandbox back to its start: animals, quotas, scenarios, clock, choices and journal.',
    properties: {},
    isReadOnly: false,
    run: (given, reach) => control(reach, given, 'POST', '/reset'),
  },
}

function suite({ sandbox = 'default' }: ToolArguments, { mock, deployment, signal }: Reach, learn: boolean) {
  const apiKey = sandbox === 'default' ? 'test_pro' : `test_pro.${sandbox}`
  return runContract(
    deployment === undefined
      ? { baseUrl: `${mock.origin}/v1`, apiKey, learn, signal }
      : { ...deployment, learn, readOnly: true, signal },
  )
}

async function latest(reach: Reach, given: ToolArguments): Promise<JournalEntry[]> {
  const query = new URLSearchParams(
    Object.entries(picked(given, 'operation', 'status', 'limit')).map(([name, value]) => [name, String(value)]),
  )
  const target = sandboxPath(given.sandbox ?? 'default', `/journal?${query}`)
  const { entries } = (await reach.mock.send({ method: 'GET', target })) as { entries: JournalEntry[] }
  return entries
}

/** One request of the control API. Rejects with the words of a refusal. */
async function control(
  { mock }: Reach,
  { sandbox = 'default' }: ToolArguments,
  method: ControlRequest['method'],
  path: string,
  body?: object,
): Promise<string> {
  const reply = await mock.send({ method, target: sandboxPath(sandbox, path), body })
  return reply === undefined ? 'Done.' : writeJson(reply)
}

function picked(given: ToolArguments, ...names: readonly (keyof ToolArguments)[]): object {
  return Object.fromEntries(names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])))
}
