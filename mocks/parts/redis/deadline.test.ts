import { expect, test, vi } from 'vitest'
import { Deadline } from './deadline.ts'

test('work that begins after the deadline fails at once, and nothing is printed', async () => {
  const warn = vi.spyOn(process, 'emitWarning')
  await expect(new Deadline(-5).race(new Promise(() => undefined))).rejects.toThrow('no answer came within -5 ms')
  expect(warn).not.toHaveBeenCalled()
})
