/** The contract suite in your own Vitest: one test for each probe and check, and a matcher for a single response. */
import { beforeAll, describe, expect, test } from 'vitest'
import { checks } from '../checks/index.ts'
import { probes } from '../probes/index.ts'
import type { RunResult, ToldFinding } from '../result.ts'
import { type ContractOptions, runContract } from '../run.ts'
import { printable } from '../report/printable.ts'
import { type AskedFor, type FollowingResponse, checkResponse } from './check-response.ts'

export type { AskedFor, FollowingResponse, SupertestResponse } from './check-response.ts'

declare module 'vitest' {
  // The parameters of the interface that is extended.
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> {
    /** The response of fetch or supertest is as the interface has it. Asynchronous: `await expect(response).toFollowContract()`. */
    toFollowContract(asked?: AskedFor): Promise<void>
  }
}

// A key with few requests has the run wait for some windows.
const longestRunMilliseconds = 900_000

/** Runs the suite against a deployment, with a test for each probe and each check. What could not be told is skipped. */
export function describeContract(options: ContractOptions): void {
  describe(`the contract of ${options.baseUrl}`, () => {
    let result: RunResult | undefined
    beforeAll(async () => {
      result = await runContract(options)
    }, longestRunMilliseconds)
    test.for([...probes, ...checks].map(({ id, title }) => ({ id, title })))('$id: $title', ({ id }, { skip }) => {
      const verdict = result?.verdicts.find((candidate) => candidate.id === id)
      const state = verdict?.state ?? 'not applicable'
      if (state === 'inconclusive' || state === 'not applicable') skip(verdict?.reason ?? 'This run has no part in it.')
      const broken = (result?.findings ?? []).filter(({ foundBy }) => foundBy === id)
      expect(state, broken.map(tell).join('\n\n')).toBe('held')
    })
  })
}

function tell({ clause, operation, expected, received, curl }: ToldFinding): string {
  return [`${clause} is broken by ${operation}`, `expected  ${expected}`, `received  ${received}`, `show      ${curl}`]
    .map(printable)
    .join('\n')
}

expect.extend({
  async toFollowContract(response: FollowingResponse, asked?: AskedFor) {
    const findings = await checkResponse(response, asked)
    const told = findings.map(({ clause, expected, received }) =>
      printable(`${clause}: expected ${expected}, received ${received}`),
    )
    return {
      pass: findings.length === 0,
      message: () => (told.length === 0 ? 'expected the response not to follow the contract' : told.join('\n')),
    }
  },
})
