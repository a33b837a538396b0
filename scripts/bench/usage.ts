import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What a process holds after a collection of garbage. */
export interface Usage {
  readonly heapBytes: number
  readonly handles: number
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

// Loaded before the mock by `node --import`, so that the mock itself needs no switch.
process.on('message', () => {
  // What a first collection finalizes, a second one frees.
  collectGarbage()
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  const usage: Usage = { heapBytes: heapUsed + external, handles: process.getActiveResourcesInfo().length }
  process.send?.(usage)
})
// The channel must not keep the mock alive after SIGTERM.
process.channel?.unref()
