import { expect, test } from 'vitest'
import { hasRedis } from '../../mocks/testing/redis-server.ts'
import { soak } from './soak.ts'

/** A module that keeps something for each request that its process receives. */
const leak = `
  import { Server } from 'node:http'
  import { openSync } from 'node:fs'
  import { createServer } from 'node:net'
  const kept = [], emit = Server.prototype.emit
  Server.prototype.emit = function (name, ...args) {
    if (name === 'request')
      kept.push(Array.from({ length: 2500 }, Math.random), openSync('/dev/null'), createServer().listen(0))
    return emit.call(this, name, ...args)
  }`

test.skipIf(!(await hasRedis()))(
  'planted leaks are found in the mock that has them, and nothing grows in the replicas that have none',
  async () => {
    const lines: string[] = []
    const modules = [`data:text/javascript,${encodeURIComponent(leak)}`]
    const isRed = await soak({ minutes: 0, callsPerRound: 30, modules, print: (line) => lines.push(line) })
    const grown = lines.filter((line) => line.endsWith('GREW')).map((line) => line.trim().split('  ')[0])
    expect(lines.join('\n')).toContain(' 0 wrong answers')
    expect(isRed).toBe(true)
    expect(grown).toEqual(expect.arrayContaining(['file: heap in MB', 'file: handles', 'file: descriptors']))
    expect(grown.filter((name) => name?.startsWith('replica '))).toEqual([])
  },
  120_000,
)
