import { driftBetween, driftText, reports, runContract } from '../../../contract-tests/index.ts'
import { Traffic } from '../../../contract-tests/parts/traffic/index.ts'
import { keyIn } from '../../../mocks/keys/keys.ts'
import { judgeRecording } from '../check/judge-recording.ts'
import type { Reach, Tool, ToolArguments } from './tool.ts'

/** What an agent can do with the suite, by name. */
export const suiteTools: Readonly<Record<string, Tool>> = {
  contract: {
    description:
      'Check which clauses of the interface the deployment keeps. A deployment other than the mock is only read. Takes a second, or two minutes if the rate limit is met.',
    properties: {},
    does: 'adds',
    run: async (given, reach) => reports.markdown(await suite(given, reach, false)),
  },
  learn: {
    description: 'Learn what the deployment chose where the interface is silent, as a profile for the mock.',
    properties: {},
    does: 'adds',
    run: async (given, reach) => JSON.stringify((await suite(given, reach, true)).profile, undefined, 2),
  },
  check: {
    description: 'Check recorded traffic, a HAR file of this machine: which clauses its answers keep. Nothing is sent.',
    properties: { file: { type: 'string', description: 'the path of the file' } },
    required: ['file'],
    does: 'reads',
    run: async ({ file = '' }) => {
      const traffic = new Traffic({})
      return reports.markdown(traffic.result(await judgeRecording(traffic, file, false)))
    },
  },
  drift: {
    description:
      'Compare the deployment of --url with the mock, clause by clause and choice by choice. Both are only read.',
    properties: {},
    does: 'reads',
    run: driftFromMock,
  },
}

async function driftFromMock(given: ToolArguments, reach: Reach): Promise<string> {
  if (reach.deployment === undefined)
    throw new Error('There is no deployment to compare: start animal-store mcp with --url and --key-env.')
  const { sandbox = 'default' } = given
  const mock = { baseUrl: `${reach.mock.origin}/v1`, apiKey: keyIn(sandbox, 'test_pro') }
  const how = { learn: true, readOnly: true, signal: reach.signal }
  const [a, b] = await Promise.all([runContract({ ...reach.deployment, ...how }), runContract({ ...mock, ...how })])
  return `A is the deployment, B the mock.\n\n${driftText(driftBetween(a, b))}`
}

function suite({ sandbox = 'default' }: ToolArguments, { mock, deployment, signal }: Reach, learn: boolean) {
  const apiKey = keyIn(sandbox, 'test_pro')
  return runContract(
    deployment === undefined
      ? { baseUrl: `${mock.origin}/v1`, apiKey, learn, signal }
      : { ...deployment, learn, readOnly: true, signal },
  )
}
