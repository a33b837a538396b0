import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'

/** As much as the young generation needs under load. More makes no call faster, as `npm run bench` shows. */
const enoughBytes = 16 * 1024 * 1024

/**
 * Keeps V8 from growing its young generation to 96 MB on a busy server. V8 reads the flag used here at every growth; the
 * flag for the size itself works only at the start of a process.
 */
export function boundYoungGeneration(): void {
  const watch = setInterval(() => {
    const space = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
    if (space === undefined || space.space_size < enoughBytes) return
    setFlagsFromString('--semi-space-growth-factor=1')
    clearInterval(watch)
  }, 100).unref()
}
