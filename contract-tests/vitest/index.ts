/** The contract suite in your own Vitest: one test for each probe and check, and a matcher for a single response. */
import { describe, expect, test } from 'vitest'
import { type TestRunner, describeContractWith } from '../run/describe-contract.ts'
import { printable } from '../../spec/index.ts'
import type { ContractOptions } from '../run/run.ts'
import { type AskedFor, type FollowingResponse, checkResponse } from './check-response.ts'

export type { AskedFor, FollowingResponse, SupertestResponse } from './check-response.ts'

declare global {
  // Vitest 4 and 5 have Matchers with other type parameters, but both take over what an assertion of Chai has.
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
    const lines = findings.map(({ clause, expected, received }) =>
      printable(`${clause}: expected ${expected}, received ${received}`),
    )
    return {
      pass: findings.length === 0,
      message: () => (lines.length === 0 ? 'expected the response not to follow the contract' : lines.join('\n')),
    }
  },
})
