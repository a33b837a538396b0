import type { RunResult } from '../../contract-tests/index.ts'
import { Traffic, type TrafficOptions, readEntry, entriesIn } from '../../contract-tests/parts/traffic/index.ts'

/** Judges a recording. */
export function judgeRecording(har: string, options: TrafficOptions = {}): RunResult {
  const traffic = new Traffic(options)
  for (const entry of entriesIn(har).map(readEntry)) {
    if (typeof entry === 'string') traffic.leaveOut(entry)
    else traffic.judge(entry)
  }
  return traffic.result()
}
