import { once } from 'node:events'
import { expect, test } from 'vitest'
import { program } from '../testing/program.ts'

const measuring = `
import { setTimeout as sleep } from 'node:timers/promises'
const { startServer } = await import('./scripts/bench/servers.ts')
const { ownRedis, hasOwnRedis } = await import('./mocks/testing/redis-server.ts')
const started = [(await startServer(['scripts/bench/bare.js'])).process.pid]
if (await hasOwnRedis()) started.push((await ownRedis()).process.pid)
console.log(JSON.stringify(started))
for (;;) {
  await sleep(20)
  console.log('measured')
}`

test('a signal and a closed output end the servers of a benchmark', async () => {
  await Promise.all(
    ['a signal', 'a closed output'].map(async (end) => {
      const { child, ended, stop } = program(['--input-type=module', '--eval', measuring])
      const [line] = (await once(child.stdout!, 'data')) as [string]
      const pids = JSON.parse(line.split('\n')[0] ?? '') as number[]
      if (end === 'a signal') void stop()
      else child.stdout?.destroy()
      expect((await ended)[0]).toBe(end === 'a signal' ? 143 : 1)
      for (const pid of pids) await expect.poll(() => isRunning(pid)).toBe(false)
    }),
  )
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
