import { afterEach, vi } from 'vitest'

// The next file may run in this process: it finds the time, the environment and the globals as they were.
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
