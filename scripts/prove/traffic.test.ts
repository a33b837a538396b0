import { expect, test } from 'vitest'
import { runOn } from '../../contract-tests/servers/run-on.ts'
import { faults } from '../../mocks/index.ts'
import { recordRun, judgeFault, judgeRecording } from './traffic.ts'

// `npm run prove` judges the traffic of every fault.
test.each(['list-limit-ignored', 'header-remaining-constant', 'create-malformed-500', 'error-401-body-html'] as const)(
  'in the traffic of a mock with %s the fault is found',
  async (fault) => {
    const { findings } = await judgeFault(fault)
    const clause = faults.find(({ id }) => id === fault)?.clause
    expect(findings.flatMap((finding) => [finding.clause, ...finding.also])).toContain(clause)
  },
)

test('a recording shows the exchanges of the run that it was made of', async () => {
  const { watch, har } = recordRun()
  const { result } = await runOn('plain', { only: ['list'], watch })
  const { baseUrl, requests } = result
  expect(await judgeRecording(har())).toMatchObject({ exitCode: 0, baseUrl, recording: { judged: requests } })
})
