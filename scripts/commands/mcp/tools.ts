import { describedDatasets } from '../../../fixtures/index.ts'
import { sandboxPath } from '../../../mocks/control/client/sandbox-path.ts'
import type { ControlRequest } from '../../../mocks/control/client/transport.ts'
import { registered } from '../../../mocks/all.ts'
import { scenarioIds } from '../../../mocks/world/scenarios.ts'
import { type Silence, defaultProfile, operationIds, petStatuses, silences, writeJson } from '../../../spec/index.ts'
import type { JournalEntry, WholeSandbox } from '../../../spec/made/control-types.ts'
import { suiteTools } from './suite-tools.ts'
import { type ArgumentSchema, type Reach, type Tool, type ToolArguments, control, picked, queryOf } from './tool.ts'

const operation: ArgumentSchema = { type: 'string', enum: [...operationIds] }
const which = {
  operation,
  status: { type: 'integer', description: 'such as 429', minimum: 100, maximum: 599 },
} as const

/** What an agent can do, by name: spec/decisions/0089-tools-for-agents.md. */
export const tools: Readonly<Record<string, Tool>> = {
  state: {
    description: 'Show the address of the mock, and all settings of a sandbox.',
    properties: {},
    does: 'reads',
    run: async (given, reach) =>
      `${reach.mock.origin}/v1 is the address of the mock.\n${await control(reach, given, 'GET', '')}`,
  },
  play: {
    description:
      'Play a scenario, such as rate-limited, server-error, slow or empty, from the next call on; "none" ends all, or those of the operation.',
    properties: {
      scenario: {
        type: 'string',
        enum: [...scenarioIds, 'none'],
      },
      operation,
      calls: { type: 'integer', minimum: 1 },
    },
    required: ['scenario'],
    does: 'adds',
    run: (given, reach) => {
      if (given.scenario === 'none')
        return control(reach, given, 'DELETE', `/scenarios?${queryOf(picked(given, 'operation'))}`)
      return control(reach, given, 'POST', '/scenarios', picked(given, 'scenario', 'operation', 'calls'))
    },
  },
  fault: {
    description: 'Break the interface in one named way, to see whether a client or the suite notices; "none" mends it.',
    properties: { fault: { type: 'string', enum: [...(registered.faults?.ids ?? []), 'none'] } },
    required: ['fault'],
    does: 'sets',
    run: async (given, reach) => {
      const { fault } = await set(reach, given, { fault: given.fault === 'none' ? null : given.fault })
      return writeJson({ fault })
    },
  },
  choices: {
    description: 'Show what the mock chose where the interface is silent, or choose otherwise.',
    properties: {
      choose: {
        type: 'object',
        properties: Object.fromEntries(silences.map(choiceSchema)),
        additionalProperties: false,
      },
    },
    does: 'sets',
    run: async (given, reach) => {
      const { choices } = await set(reach, given, { profile: given.choose })
      return writeJson({ ...defaultProfile, ...choices })
    },
  },
  animals: {
    description: 'List the animals of a sandbox, or replace all of them by a dataset.',
    properties: {
      petStatus: { type: 'string', enum: [...petStatuses] },
      search: { type: 'string', description: 'a part of the name, or an id' },
      limit: { type: 'integer', minimum: 1, maximum: 1000 },
      dataset: { type: 'string', enum: describedDatasets.map(({ name }) => name) },
      count: { type: 'integer', minimum: 0, description: 'how many of the dataset' },
    },
    does: 'destroys',
    run: (given, reach) => {
      if (given.dataset === undefined && given.count !== undefined)
        throw new Error('Cannot use count: it goes with dataset. To list fewer animals, use limit.')
      if (given.dataset !== undefined)
        return control(reach, given, 'PUT', '/animals', picked(given, 'dataset', 'count'))
      const { petStatus: status, ...rest } = given
      const query = queryOf(picked({ ...rest, limit: given.limit ?? 20 }, 'search', 'limit'), { status })
      return control(reach, given, 'GET', `/animals?${query}`)
    },
  },
  clock: {
    description:
      'Show the clock of a sandbox, or freeze, set or advance it: quotas, bans and the removal of getPet depend on it.',
    properties: {
      mode: { type: 'string', enum: ['real', 'running', 'frozen'] },
      at: { type: 'string', description: 'such as 2030-12-05T00:00:00Z' },
      advanceSeconds: { type: 'number' },
    },
    does: 'adds',
    run: async (given, reach) => {
      const change = picked(given, 'mode', 'at')
      const { clock } = await set(reach, given, { clock: Object.keys(change).length === 0 ? undefined : change })
      if (given.advanceSeconds === undefined) return writeJson(clock)
      return control(reach, given, 'POST', '/clock/advance', { seconds: given.advanceSeconds })
    },
  },
  journal: {
    description: 'List the latest calls, one on each line.',
    properties: { ...which, limit: { type: 'integer', minimum: 1, maximum: 1000 } },
    does: 'reads',
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
    does: 'reads',
    run: async (given, reach) => {
      const [entry] = await latest(reach, { ...given, limit: 1 })
      return entry === undefined ? 'No call fits.' : writeJson(entry, 2)
    },
  },
  conduct: {
    description: 'Judge the client by its latest calls: which clauses that bind clients it broke, and what to change.',
    properties: {},
    does: 'reads',
    run: (given, reach) => control(reach, given, 'GET', '/conduct'),
  },
  coverage: {
    description: 'Show which documented answers and scenarios the client has met, and which never.',
    properties: {},
    does: 'reads',
    run: (given, reach) => control(reach, given, 'GET', '/coverage'),
  },
  ...suiteTools,
  reset: {
    description: 'Put a sandbox back to its start: animals, quotas, scenarios, clock, choices and journal.',
    properties: {},
    does: 'destroys',
    run: (given, reach) => control(reach, given, 'POST', '/reset'),
  },
}

/** Changes a setting, unless it is `undefined`. @returns the sandbox as it is then */
async function set({ mock }: Reach, { sandbox = 'default' }: ToolArguments, patch: object): Promise<WholeSandbox> {
  const isAny = Object.values(patch).some((value) => value !== undefined)
  const request: ControlRequest = isAny
    ? { method: 'PATCH', target: sandboxPath(sandbox, '/settings'), body: patch }
    : { method: 'GET', target: sandboxPath(sandbox, '') }
  return (await mock.send(request)) as WholeSandbox
}

/** A choice for one silence, as JSON Schema. */
function choiceSchema({ id, question, choices, form }: Silence): [string, ArgumentSchema] {
  const names = Object.keys(choices)
  if (form === undefined) return [id, { type: 'string', description: question, enum: names }]
  return [id, { type: 'string', description: `${question} ${[...names, form.shape].join(' | ')}` }]
}

async function latest(reach: Reach, given: ToolArguments): Promise<JournalEntry[]> {
  const query = queryOf(picked(given, 'operation', 'status', 'limit'))
  const target = sandboxPath(given.sandbox ?? 'default', `/journal?${query}`)
  const { entries } = (await reach.mock.send({ method: 'GET', target })) as { entries: JournalEntry[] }
  return entries
}
