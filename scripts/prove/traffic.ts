import { Readable } from 'node:stream'
import type { RunResult } from '../../contract-tests/index.ts'
import { Traffic, type TrafficOptions, readEntry, splitEntries } from '../../contract-tests/parts/traffic/index.ts'

/** Judges a recording. */
export async function judgeRecording(har: string, options: TrafficOptions = {}): Promise<RunResult> {
  const traffic = new Traffic(options)
  for await (const part of splitEntries(Readable.from([Buffer.from(har)]))) {
    const entry = 'text' in part ? readEntry(part.text) : 'unreadable'
    if (typeof entry === 'string') traffic.leaveOut(entry)
    else traffic.judge(entry)
  }
  return traffic.result()
}
