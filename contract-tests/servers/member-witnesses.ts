import {
  type Member,
  type OperationId,
  beyondOf,
  documentedSuccess,
  isObject,
  operationIds,
  operations,
  shapes,
  writeJson,
} from '../../spec/index.ts'
import { isByHand, wrongValues } from '../exchange/wrong-values.ts'
import { goodBody } from '../../spec/good-body.ts'
import { askOnAdded } from './ask-operation.ts'
import { servers } from './index.ts'
import type { TestServer } from './test-server.ts'
import { type WitnessClient, type Witness, member } from './witness.ts'

const beyond = ['too-large', 'below', 'above', 'short', 'long', 'other-form'] as const

/** What shows that a member of an answer is wrong in each way. */
const wrong: Readonly<Record<string, (value: unknown, member: Member) => boolean>> = {
  missing: (value) => value === undefined,
  null: (value) => value === null,
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  object: isObject,
  list: Array.isArray,
  fraction: (value) => value === 1.5,
  numbers: (value) => Array.isArray(value) && value[0] === 1,
  ...Object.fromEntries(
    beyond.map((way) => [way, (value: unknown, of: Member) => value !== undefined && value === beyondOf(of)[way]]),
  ),
  capitals: (value) => typeof value === 'string' && /^[A-Z]+$/.test(value),
  empty: (value) => value === '',
  unknown: (value) => value === 'reserved',
}

/** What is sent of a member of version 1 that a server takes in each way; undefined for nothing. */
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
  return schema === null ? [] : wrongIn(operations[id].word, shapes[schema].members, (client) => objectsOf(id, client))
}

/** What an operation answers for items with and without optional members, which are added for it. */
async function objectsOf(id: OperationId, client: WitnessClient): Promise<readonly unknown[]> {
  const answers = [true, false].map(
    async (isFull) => (await askOnAdded(client, id, { body: goodBody(id, isFull) }, isFull)).json,
  )
  return (await Promise.all(answers)).flat()
}

function errorWitnesses(): Witnesses {
  return wrongIn('error', shapes.Error.members, async ({ get }) => [(await get(0)).json])
}

function wrongIn(
  word: string,
  members: readonly Member[],
  objects: (client: WitnessClient) => Promise<readonly unknown[]>,
): Witnesses {
  return members.flatMap((of) =>
    Object.entries(wrong).map(([way, isWrong]) => [
      `${word}-${of.word}-${way}`,
      async (client) => (await objects(client)).some((object) => isWrong(member(object, of.name), of)),
    ]),
  )
}

function sentWitnesses(id: OperationId): Witnesses {
  const { request, word } = operations[id]
  if (request === null) return []
  const good = goodBody(id)
  return shapes[request].members.flatMap((of: Member) => [
    ...(isByHand(of) ? Object.entries(taken) : wrongValues(of).map(({ way, value }) => [way, value] as const)).map(
      ([way, value]): readonly [string, Witness] => [
        `${word}-${of.word}-${way}-taken`,
        async (client) => (await askOnAdded(client, id, { body: { ...good, [of.name]: value } })).status < 300,
      ],
    ),
    [
      `${word}-${of.word}-changed`,
      async (client) => writeJson(member((await askOnAdded(client, id)).json, of.name)) !== writeJson(good?.[of.name]),
    ] as const,
  ])
}
