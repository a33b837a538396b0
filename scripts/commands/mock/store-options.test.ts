import { expect, test } from 'vitest'
import { storeOptions } from './store-options.ts'

test('each flag of mock gives the option of its name', () => {
  const settings = { dataset: 'large', count: 30, seed: 7, fault: 'list-envelope' } as const
  const scenario = [{ scenario: 'slow' } as const]
  const clock = { mode: 'frozen', atMilliseconds: 0 } as const
  const limits = { sandboxBytes: 1, totalBytes: 2, sandboxes: 3 }
  const flags = { ...settings, ...limits, scenario, clock, latency: 250, choose: { paging: 'link' } } as const
  expect(storeOptions(flags)).toEqual({
    ...settings,
    scenario,
    clock,
    latencyMilliseconds: 250,
    profile: { paging: 'link' },
    sandboxBytes: 1,
    totalBytes: 2,
    maxSandboxes: 3,
  })
})
