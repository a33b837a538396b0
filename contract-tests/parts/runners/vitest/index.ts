/** The contract suite in your own Vitest: one test for each probe and check. */
import { describe, expect, test } from 'vitest'
import type { ContractOptions } from '../../../session/options.ts'
import { type TestRunner, describeContractWith } from '../index.ts'
export { contractOf } from '../index.ts'

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
