import { expect, test } from 'vitest'
import { terminalReport } from '../../index.ts'
import { runOn } from '../../servers/run-on.ts'

test('a choice stands below its question, and only what differs from the default is shown', async () => {
  const { result } = await runOn('plain')
  const report = terminalReport(result, { hasColour: false })
  expect(report).toContain('  Do calls without a valid key count?\n    rate-anonymous=yes\n')
  expect(report).not.toContain('list-order')
  expect(report).toMatch(/and the default in \d+ questions\n/)
})

test('a profile holds no code in which the key can be read', async () => {
  const {
    apiKey,
    result: { profile, exitCode },
  } = await runOn('echo-raw', { learn: true })
  expect(exitCode).toBe(1)
  expect(JSON.stringify(profile)).not.toContain(apiKey)
  expect(profile['error-codes']).toBeUndefined()
  expect(Object.keys(profile)).not.toEqual([])
})
