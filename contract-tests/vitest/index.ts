/** The contract suite in your own Vitest: one test for each probe and check, and a matcher for a single response. */
import { operations, printable } from '../../spec/index.ts'
import type { Exchange, Method } from '../client/index.ts'
import { departuresIn } from '../checks/index.ts'
import { type Question, seenOf } from '../exchange/question.ts'
import type { Departure } from '../verdict/verdict.ts'
import { questionOf as passiveQuestion } from '../traffic/question-of.ts'
import { describe, expect, test } from 'vitest'
import { type TestRunner, describeContractWith } from '../run/describe-contract.ts'
export { contractOf } from '../run/contract-of.ts'
import type { ContractOptions } from '../session/options.ts'
import { told } from '../verdict/sentences.ts'

declare global {
  // The type parameters of Matchers differ between Vitest 4 and 5. Both take over assertions of Chai.
  namespace Chai {
    interface Assertion {
      /** The response of fetch or supertest follows the interface. Asynchronous: `await expect(response).toFollowContract()`. */
      toFollowContract(asked?: AskedFor): Promise<void>
    }
  }
}

/** Runs the suite against a deployment, with a test for each probe and each check. An inconclusive one is skipped. */
export function describeContract(options: ContractOptions): void {
  const runner: TestRunner = {
    describe,
    test: (name, run: (context: unknown) => Promise<void>, timeout) =>
      // Projects may ask each test for an assertion.
      test.for([name])('%s', { timeout }, async (_, context) => expect(await run(context)).toBeUndefined()),
  }
  describeContractWith(runner, options)
}

expect.extend({
  async toFollowContract(response: FollowingResponse, asked?: AskedFor) {
    const findings = await checkResponse(response, asked)
    const lines = findings.map((finding) => {
      const { expected, received } = told(finding)
      return printable(`${finding.clause}: expected ${expected}, received ${received}`)
    })
    return {
      pass: findings.length === 0,
      message: () => (lines.length === 0 ? 'expected the response not to follow the contract' : lines.join('\n')),
    }
  },
})

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
async function checkResponse(response: FollowingResponse, asked: AskedFor = {}): Promise<readonly Departure[]> {
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
  return departuresIn(seen, { plan: undefined, todayMilliseconds: Date.now() })
}

async function readResponse(response: FollowingResponse, { method }: AskedFor) {
  const lowerCase = (entries: Iterable<readonly [string, string]>): ReadonlyMap<string, readonly string[]> =>
    new Map([...entries].map(([name, value]) => [name.toLowerCase(), [value]]))
  if ('request' in response) {
    const { request, text } = response
    const headers = lowerCase(Object.entries(response.headers))
    const bytes = new TextEncoder().encode(text)
    return { url: request.url, method: method ?? (request.method as Method), bytes, headers }
  }
  // The test may still want to read the body.
  const bytes = new Uint8Array(await response.clone().arrayBuffer())
  return { url: response.url, method: method ?? ('GET' as const), bytes, headers: lowerCase(response.headers) }
}

/** What was asked, judged by the address alone: it does not show which key or body was sent. */
function questionOf(method: Method, url: URL, status: number): Question {
  const path = (/\/v1(\/.*)$/.exec(url.pathname)?.[1] ?? url.pathname) + url.search
  const question = passiveQuestion({ method, path, body: null }, status)
  // The caller knows that the service sent this response.
  if (question !== undefined) return question.asks === 'silence' ? { ...question, asks: 'other' } : question
  const known = Object.values(operations).map((operation) => `${operation.method} /v1${operation.path}`)
  throw new TypeError(`Cannot check the response to ${method} ${url.pathname}: expected ${known.join(' or ')}.`)
}
