import { terminalReport } from '../../../contract-tests/index.ts'
import { runContract } from '../../../contract-tests/all.ts'
import { keyIn } from '../../../mocks/keys/keys.ts'
import type { Reach, Tool, ToolArguments } from './tool.ts'

/** What an agent can do with the suite, by name. */
export const suiteTools: Readonly<Record<string, Tool>> = {
  contract: {
    description:
      'Check which clauses of the interface the deployment keeps. A deployment other than the mock is only read. Takes a second, or two minutes if the rate limit is met.',
    properties: {},
    does: 'adds',
    run: async (given, reach) => terminalReport(await suite(given, reach, false), { hasColour: false }),
  },
  learn: {
    description: 'Learn what the deployment chose where the interface is silent, as a profile for the mock.',
    properties: {},
    does: 'adds',
    run: async (given, reach) => JSON.stringify((await suite(given, reach, true)).profile, undefined, 2),
  },
}

function suite({ sandbox = 'default' }: ToolArguments, { mock, deployment, signal }: Reach, learn: boolean) {
  const apiKey = keyIn(sandbox, 'test_pro')
  return runContract(
    deployment === undefined
      ? { baseUrl: `${mock.origin}/v1`, apiKey, learn, signal }
      : { ...deployment, learn, readOnly: true, signal },
  )
}
