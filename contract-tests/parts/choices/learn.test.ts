import { expect, test } from 'vitest'
import { terminalReport } from '../../index.ts'
import { runOn } from '../../servers/run-on.ts'

test('a choice stands below its question, and only what differs from the default is shown', async () => {
  const { result } = await runOn('plain')
  const report = terminalReport(result, { hasColour: false })
  expect(report).toContain('  Do calls without a valid key count?\n    rate-anonymous=yes\n')
  expect(report).not.toContain('list-order')
  expect(report).toMatch(/and the default in \d+ questions \(--all-choices\)\n/)
  const all = terminalReport(result, { hasColour: false, allChoices: true })
  expect(all).toContain('    list-order=oldest-first\n')
  expect(all).not.toContain('--all-choices')
  for (const id of Object.keys(result.profile)) expect(all).toContain(`    ${id}=`)
})
