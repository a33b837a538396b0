import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const program = `
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
      const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
      const pids = JSON.parse(line.split('\n')[0] ?? '') as number[]
      const ended = once(child, 'exit')
      if (end === 'a signal') child.kill('SIGTERM')
      else child.stdout.destroy()
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
