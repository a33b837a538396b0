import { afterEach, vi } from 'vitest'

// The next file may run in this process.
afterEach(() => void vi.useRealTimers())
