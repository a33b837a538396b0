import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** As much as the young generation needs under load; beyond it a call takes no less time. Measured by `npm run bench`. */
const enoughBytes = 16 * 1024 * 1024

/**
 * Keeps V8 from growing its young generation to the 96 MB that a busy server ends up with. A flag of V8 that is read
 * at every growth stops it once it is large enough; the flag that names a size can only be given before the start.
 */
export function boundYoungGeneration(): void {
  const watch = setInterval(() => {
    const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
    if (space === undefined || space.space_size < enoughBytes) return
    setFlagsFromString('--semi-space-growth-factor=1')
    clearInterval(watch)
  }, 100).unref()
}
