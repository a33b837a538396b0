import { type OperationId, parseInt64, petStatuses, readJsonBytes } from '../../spec/index.ts'
import type { Exchange } from '../client/index.ts'
import { checks } from '../checks/index.ts'
import type { Question, Seen } from '../run/question.ts'
import type { Finding } from '../run/verdict.ts'

/** A response of fetch, or of supertest, whose request tells what was asked. */
export type FollowingResponse = Response | SupertestResponse

/** What is looked at of a response of supertest. */
export interface SupertestResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly request: { readonly method: string; readonly url: string }
}

/** What fetch does not tell of the request. */
export interface AskedFor {
  /** Default: GET, or what the response knows. */
  readonly method?: 'GET' | 'POST' | undefined
}

/**
 * Has every check look at one response.
 * @returns what is broken; nothing where the interface is silent about what was asked
 * @throws {TypeError} when the address is that of no operation
 */
export async function checkResponse(response: FollowingResponse, asked: AskedFor = {}): Promise<readonly Finding[]> {
  const { url, method, bytes, headers } = await readResponse(response, asked)
  const question = questionOf(method, new URL(url, 'http://localhost'))
  const exchange: Exchange = {
    request: { method, path: question.path, headers: {}, url },
    sentAtMilliseconds: Date.now(),
    tookMilliseconds: 0,
    response: { status: response.status, headers, bytes },
    problem: undefined,
  }
  const seen = seenOf(question, exchange, response.status, bytes)
  const terms = { plan: undefined, todayMilliseconds: Date.now() }
  return checks
    .filter((check) => check.appliesTo(seen, terms))
    .flatMap((check) => check.run(seen, terms).map((finding) => ({ ...finding, seen })))
}

async function readResponse(response: FollowingResponse, asked: AskedFor) {
  const lowerCase = (entries: Iterable<readonly [string, string]>): ReadonlyMap<string, readonly string[]> =>
    new Map([...entries].map(([name, value]) => [name.toLowerCase(), [value]]))
  if ('request' in response) {
    const { request, text, headers } = response
    const method = asked.method ?? (request.method === 'POST' ? 'POST' : 'GET')
    return {
      url: request.url,
      method,
      bytes: new TextEncoder().encode(text),
      headers: lowerCase(Object.entries(headers)),
    }
  }
  // The test may still want to read the body.
  const bytes = new Uint8Array(await response.clone().arrayBuffer())
  return { url: response.url, method: asked.method ?? 'GET', bytes, headers: lowerCase(response.headers) } as const
}

function seenOf(question: Question, exchange: Exchange, status: number, bytes: Uint8Array): Seen {
  const reading = readJsonBytes(bytes, Number.POSITIVE_INFINITY)
  return {
    number: 1,
    probe: '',
    question,
    exchange,
    status,
    json: reading.ok ? reading.value : undefined,
    jsonProblem: reading.ok ? undefined : reading.problem,
  }
}

/** What was asked, as far as the address tells; whether a key was shown, or an animal was there, it does not. */
function questionOf(method: 'GET' | 'POST', url: URL): Question {
  const path = /\/v1(\/.*)$/.exec(url.pathname)?.[1] ?? url.pathname
  const pet = /^\/pets\/([^/]+)$/.exec(path)?.[1]
  const base = { credential: 'valid', kind: 'response', path, breaks: [] } as const
  if (path === '/pets' && method === 'POST')
    return { ...base, operation: 'createPet', expects: [201, 400, 401], breaks: ['4.2/answers-pet'] }
  if (path === '/pets') return { ...base, operation: 'listPets', ...listOf(url) }
  if (pet !== undefined && method === 'GET') {
    const petId = parseInt64(pet)
    const expects = petId === undefined ? [] : [200, 401, 404]
    return { ...base, operation: 'getPet' satisfies OperationId, petId, expects, breaks: ['4.3/answers-pet'] }
  }
  throw new TypeError(
    `Cannot check the response to ${method} ${url.pathname}: expected GET or POST /v1/pets, or GET /v1/pets/{petId}.`,
  )
}

/** The list that was asked for; nothing is expected where the query is not as the interface has it. */
function listOf({ searchParams }: URL): Pick<Question, 'list' | 'expects' | 'breaks'> {
  const [limitText, statusText] = [searchParams.get('limit'), searchParams.get('status')]
  const limit = limitText === null ? undefined : Number(limitText)
  const status = petStatuses.find((known) => known === statusText)
  const isValid =
    (limit === undefined || (/^[1-9][0-9]*$/.test(limitText ?? '') && limit <= 100)) &&
    (statusText === null || status !== undefined)
  return { list: { limit, status }, expects: isValid ? [200, 401] : [], breaks: ['4.1/answers-pets'] }
}
