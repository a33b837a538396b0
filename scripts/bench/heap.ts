import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** What the heap holds once garbage is collected, in bytes; what lies beside it, such as array buffers, is not counted. */
export function heapBytes(): number {
  // What a first collection finalizes, a second one frees.
  collectGarbage()
  collectGarbage()
  return process.memoryUsage().heapUsed
}
