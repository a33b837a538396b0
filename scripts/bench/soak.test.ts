import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hasRedis } from '../../mocks/testing/redis-server.ts'
import { program, programRun } from '../testing/program.ts'
import { tempFolder } from '../testing/temp-folder.ts'
import { soak } from './soak.ts'

/** A module that keeps something for each request that its process receives. */
function leak(kept: string): string {
  const source = `
    import { Server } from 'node:http'
    import { openSync } from 'node:fs'
    import { createServer } from 'node:net'
    const kept = [], emit = Server.prototype.emit
    Server.prototype.emit = function (name, ...args) {
      if (name === 'request') kept.push(${kept})
      return emit.call(this, name, ...args)
    }`
  return `data:text/javascript,${encodeURIComponent(source)}`
}

const soaking = 'scripts/bench/soak.ts'

/** A mock with a file, two replicas and Redis. Only Linux shows them. */
function serversOf(pid: number | undefined): readonly string[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return children.trim().split(' ').filter(Boolean)
}

test.skipIf(!(await hasRedis()))(
  'planted leaks are found in the mock that has them, and nothing grows in the replicas that have none',
  async () => {
    const lines: string[] = []
    const planted = leak(`Array.from({ length: 2500 }, Math.random), openSync('/dev/null'), createServer().listen(0)`)
    const run = { minutes: 0, callsPerSecond: 1000, callsPerRound: 30 }
    const isRed = await soak({ ...run, modules: [planted], print: (line) => lines.push(line) })
    const grown = lines.filter((line) => line.endsWith('GREW')).map((line) => line.trim().split('  ')[0])
    expect(lines.join('\n')).toContain(' 0 wrong answers')
    expect(isRed).toBe(true)
    expect(grown).toEqual(expect.arrayContaining(['file: heap in MB', 'file: handles', 'file: descriptors']))
    expect(grown.filter((name) => name?.startsWith('replica '))).toEqual([])
  },
  120_000,
)

test.runIf(process.platform === 'linux' && (await hasRedis()))(
  'Ctrl-C prints what was measured, and leaves no folder and no server',
  async () => {
    const folder = tempFolder()
    const { child, out, stop } = program([soaking], { env: { TMPDIR: folder } })
    await expect.poll(() => serversOf(child.pid), { timeout: 60_000 }).toHaveLength(4)
    const servers = serversOf(child.pid)
    expect(await stop('SIGINT')).toEqual([130, null])
    expect(out()).toContain('0 wrong answers')
    await expect.poll(() => servers.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([])
    expect(readdirSync(folder)).toEqual([])
  },
  90_000,
)

test.each([
  [['--minutes', 'long'], 'Cannot read --minutes "long"'],
  [['--calls', '3'], "Unknown option '--calls'"],
])('%j is wrong usage', async (args, message) => {
  const { code, err } = await programRun([soaking, ...args])
  expect([code, err]).toEqual([2, expect.stringContaining(message)])
})
