import type { Answer } from '../../contract-tests/servers/ask.ts'
import { type Pet, isItemOperation, isObject, operations, readJson, writeJson } from '../../spec/index.ts'

/** A call of a client. `{known}` stands for the id of an animal of the start, `{added}` for that of the latest new one. */
interface ComparedCall {
  readonly what: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The key that is sent: the right one, none, or a wrong one. */
  readonly key?: 'none' | 'wrong'
}

function post(members: unknown, headers?: Readonly<Record<string, string>>): ComparedCall {
  const body = typeof members === 'string' ? members : writeJson(members)
  return { what: 'POST /pets', body, ...(headers && { headers }) }
}

const ofOneAnimal: readonly string[] = Object.values(operations)
  .filter(({ id }) => isItemOperation(id, 'Pet'))
  .map(({ method }) => method)
const undocumented = ['DELETE', 'PUT', 'PATCH', 'POST'].find((method) => !ofOneAnimal.includes(method))

/** Calls that clients make: good, odd and wrong ones. They were written before learning, and are not tuned to it. */
export function callsToCompare([first]: readonly Pet[]): readonly ComparedCall[] {
  const categoryId = first?.categoryId ?? 1
  return [
    ...['', '?status=sold', '?status=pending&limit=3', '/{known}'].map((rest) => ({ what: `GET /pets${rest}` })),
    post({ name: 'Rex of the calls', categoryId, status: 'sold' }),
    post({ name: 'Mia of the calls', categoryId }),
    { what: 'GET /pets/{added}' },
    { what: 'GET /pets?limit=100' },
    post({ name: 'Rex of the calls', categoryId, status: 'sold' }),
    post({ name: 'Tom of the calls', categoryId: 4711 }),
    post({ name: 'Kim of the calls', categoryId, colour: 'brown' }),
    post({ name: '', categoryId }),
    post({ name: 'x'.repeat(150), categoryId }),
    post({ name: 'Ann of the calls', categoryId }, { 'Content-Type': 'text/plain' }),
    ...['limit=0', 'limit=101', 'limit=-1', 'limit=abc', 'status=lost', 'status=SOLD', 'page=2'].map((query) => ({
      what: `GET /pets?${query}`,
    })),
    ...['abc', '1.5', '987654321', '-5'].map((id) => ({ what: `GET /pets/${id}` })),
    { what: 'POST /pets' },
    post('{"name":'),
    post({ categoryId }),
    post({ name: 'Bob of the calls' }),
    post({ name: 'Eve of the calls', categoryId: 'one' }),
    post({ name: 'Zoe of the calls', categoryId, status: 'lost' }),
    post([]),
    { what: 'GET /pets', key: 'none' },
    { what: 'GET /pets', key: 'wrong' },
    ...['GET /owners', `${undocumented} /pets/{known}`].map((what) => ({
      what,
    })),
  ]
}

/** Headers that a client may look for. Whether they are there must be the same. */
const toCompare = ['allow', 'deprecation', 'sunset', 'retry-after'] as const

/** What must be the same in two answers: the status, the code of an Error, the animals in their order with their members. */
export function summaryOf({ status, text, headers }: Pick<Answer, 'status' | 'text' | 'headers'>): string {
  const reading = readJson(text)
  const json = reading.ok ? reading.value : undefined
  const said = Array.isArray(json) ? json.map(animal) : status < 300 ? animal(json) : isObject(json) && json['code']
  const told = toCompare.filter((name) => headers[name] !== undefined)
  const hasNext = String(headers['link']).includes('rel="next"')
  return [status, JSON.stringify(said), ...told, ...(hasNext ? ['next'] : [])].join(' ')
}

function animal(json: unknown): unknown {
  return isObject(json) && [json['name'], json['status'], Object.keys(json).toSorted().join()]
}
