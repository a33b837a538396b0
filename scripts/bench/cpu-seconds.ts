import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The seconds of the CPU that a process has taken; not a number where it is not Linux. Clock ticks are hundredths there. */
export function cpuSeconds({ pid }: ChildProcess): number {
  if (process.platform !== 'linux') return Number.NaN
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}
