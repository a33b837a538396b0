import { operations } from '../../spec/index.ts'
import type { Exchange, Method } from '../client/index.ts'
import { checks } from '../checks/index.ts'
import { type Question, seenOf } from '../run/question.ts'
import type { Finding } from '../run/verdict.ts'
import { questionOf as passiveQuestion } from '../traffic/question-of.ts'

/** A response of fetch, or of supertest, which carries its request. */
export type FollowingResponse = Response | SupertestResponse

/** The part of a supertest response that is checked. */
export interface SupertestResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly request: { readonly method: string; readonly url: string }
}

/** What a fetch response does not know about its request. */
export interface AskedFor {
  /** Default: GET, or what the response knows. */
  readonly method?: Method | undefined
}

/**
 * Has every check look at one response.
 * @returns what is broken; nothing where the interface leaves the answer open
 * @throws {TypeError} when no operation has this address
 */
export async function checkResponse(response: FollowingResponse, asked: AskedFor = {}): Promise<readonly Finding[]> {
  const { url, method, bytes, headers } = await readResponse(response, asked)
  const question = questionOf(method, new URL(url, 'http://localhost'), response.status)
  const exchange: Exchange = {
    request: { method, path: question.path, headers: {}, url },
    sentAtMilliseconds: Date.now(),
    tookMilliseconds: 0,
    response: { status: response.status, headers, bytes },
    problem: undefined,
  }
  const seen = seenOf(1, '', question, exchange)
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
    const method = asked.method ?? (request.method as Method)
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

/** What was asked, judged by the address alone: it does not show which key or body was sent. */
function questionOf(method: Method, url: URL, status: number): Question {
  const path = (/\/v1(\/.*)$/.exec(url.pathname)?.[1] ?? url.pathname) + url.search
  const question = passiveQuestion({ method, path, body: null }, status)
  // Whoever tests a response knows that the service sent it.
  if (question !== undefined) return question.asks === 'silence' ? { ...question, asks: 'other' } : question
  const known = Object.values(operations).map((operation) => `${operation.method} /v1${operation.path}`)
  throw new TypeError(`Cannot check the response to ${method} ${url.pathname}: expected ${known.join(' or ')}.`)
}
