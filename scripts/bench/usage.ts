import { heapBytes } from './heap.ts'

/** What a process holds after a collection of garbage. */
export interface Usage {
  readonly heapBytes: number
  readonly handles: number
}

// Loaded before the mock by `node --import`, so that the mock itself needs no switch.
process.on('message', () => {
  const bytes = heapBytes() + process.memoryUsage().external
  const usage: Usage = { heapBytes: bytes, handles: process.getActiveResourcesInfo().length }
  process.send?.(usage)
})
// The channel must not keep the mock alive after SIGTERM.
process.channel?.unref()
