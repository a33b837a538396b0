import { expect, test, vi } from 'vitest'
import { statusLine } from '../shell.ts'
import { showWait } from './show-wait.ts'

function shown(columns: number | undefined, milliseconds: number): string {
  let out = ''
  let now = 0
  const line = statusLine({ err: (text) => void (out += text), columns }, () => now)
  now = 2000
  showWait(line, { kind: 'wait', milliseconds, reason: 'no request is left of 300' })
  return out
}

test('a wait says how long it is, until when, and for what; a log has no line for a short one', () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 23, 14, 2, 11) })
  expect(shown(undefined, 61_500)).toBe('Waiting 62 s, until 14:03:12: no request is left of 300.\n')
  expect(shown(undefined, 2000)).toBe('')
  expect(shown(80, 2000)).toContain('Waiting 2 s, until 14:02:13: no request is left of 300.')
})
