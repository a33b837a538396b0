import { expect, test } from 'vitest'
import { terminalReport } from '../../index.ts'
import { runOn } from '../../servers/run-on.ts'

test('a choice stands below its question, and only what differs from the default is shown', async () => {
  const { result } = await runOn('plain', { learn: true })
  const report = terminalReport(result, { hasColour: false })
  expect(report).toContain('  Do calls without a valid key count?\n    rate-anonymous=yes\n')
  expect(report.match(/(?<=^ {4})[\w-]+=.*(?=\n)/gm)).toEqual([
    expect.stringContaining('not_found/path:no_such_path,not_found/method:no_such_path,'),
    'undocumented=not-found',
    'window-start=first-call',
    'rate-anonymous=yes',
  ])
  expect(report).toContain('  and the default in 18 questions\n')
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
