import {
  type Member,
  type Operation,
  type OperationId,
  documentedSuccess,
  isObject,
  operationIds,
  operations,
  shapes,
} from '../../spec/index.ts'
import { servers } from './index.ts'
import type { TestServer } from './test-server.ts'
import { type Client, type Witness, member } from './witness.ts'

/** What shows that a member of an answer is wrong in each way. */
const wrong: Readonly<Record<string, (value: unknown) => boolean>> = {
  missing: (value) => value === undefined,
  null: (value) => value === null,
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  object: isObject,
  list: Array.isArray,
  fraction: (value) => value === 1.5,
  'too-large': (value) => value === 2n ** 63n,
  capitals: (value) => typeof value === 'string' && /^[A-Z]+$/.test(value),
  empty: (value) => value === '',
  unknown: (value) => value === 'reserved',
}

/** What is sent of a member that a server takes in each way; undefined for nothing. */
const taken: Readonly<Record<string, unknown>> = {
  missing: undefined,
  null: null,
  number: 1,
  boolean: true,
  list: ['sold'],
  object: {},
  text: '1',
  fraction: 1.5,
  'too-large': 2n ** 63n,
  'too-small': -(2n ** 63n) - 1n,
  empty: '',
  unknown: 'lost',
  capitals: 'Sold',
  blank: 'sold ',
}

/** The witnesses of the servers of a kind that break single members: `broken/answered-members.ts` and `sent-members.ts`. */
export function memberWitnesses(kind: TestServer['kind']): Readonly<Record<string, Witness>> {
  const ids = new Set(servers.filter((server) => server.kind === kind).map(({ id }) => id))
  const all = operationIds.flatMap((id) => [...answerWitnesses(id), ...sentWitnesses(id)])
  return Object.fromEntries([...all, ...errorWitnesses()].filter(([id]) => ids.has(id)))
}

type Witnesses = readonly (readonly [id: string, Witness])[]

function answerWitnesses(id: OperationId): Witnesses {
  const { schema } = documentedSuccess(id)
  const { word, role, path } = operations[id]
  return schema === null ? [] : wrongIn(word, shapes[schema].members, (client) => objectsOf[role](client, path))
}

function errorWitnesses(): Witnesses {
  return wrongIn('error', shapes.Error.members, async ({ get }) => [(await get(0)).json])
}

function wrongIn(
  word: string,
  members: readonly Member[],
  objects: (client: Client) => Promise<readonly unknown[]>,
): Witnesses {
  return members.flatMap(({ name, word: memberWord }) =>
    Object.entries(wrong).map(([way, isWrong]) => [
      `${word}-${memberWord}-${way}`,
      async (client) => (await objects(client)).some((object) => isWrong(member(object, name))),
    ]),
  )
}

/** Some with and some without a status, as each operation answers them. */
const objectsOf: Readonly<Record<Operation['role'], (client: Client, path: string) => Promise<readonly unknown[]>>> = {
  list: async ({ ask }, path) => [(await ask(`GET ${path}`)).json].flat(),
  create: async ({ create }) => [(await create()).json, (await create({ status: 'pending' })).json],
  read: ({ ask }, path) =>
    Promise.all([2, 5].map(async (id) => (await ask(`GET ${path.replace(/\{\w+\}/, String(id))}`)).json)),
}

function sentWitnesses(id: OperationId): Witnesses {
  const { request, word } = operations[id]
  if (request === null) return []
  const good: Readonly<Record<string, unknown>> = { name: 'Rex', categoryId: 1, status: 'sold' }
  return shapes[request.schema].members.flatMap(({ name, word: memberWord }) => [
    ...Object.entries(taken).map(([way, value]): readonly [string, Witness] => [
      `${word}-${memberWord}-${way}-taken`,
      async ({ post }) => (await post({ ...good, [name]: value })).status === 201,
    ]),
    [
      `${word}-${memberWord}-changed`,
      async ({ post }) => member((await post(good)).json, name) !== good[name],
    ] as const,
  ])
}
