/** The contract suite in your own Vitest: one test for each probe and check, and a matcher for a single response. */
import { describe, expect, test } from 'vitest'
import { contractTests } from '../run/describe-contract.ts'
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

// With a small quota the run waits for several windows.
const longestRunMilliseconds = 900_000

/** Runs the suite against a deployment, with a test for each probe and each check. An inconclusive one is skipped. */
export function describeContract(options: ContractOptions): void {
  describe(`the contract of ${options.baseUrl}`, { timeout: longestRunMilliseconds }, () => {
    test.for(contractTests(options))('$name', async ({ outcome }, { skip, annotate }) => {
      const { state, message } = await outcome()
      if (state === 'skipped') skip(message)
      if (state === 'held' && message !== '') await annotate(message, 'warning')
      expect(state, message).toBe('held')
    })
  })
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
