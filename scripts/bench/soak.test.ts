import { describe, expect, test } from 'vitest'
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

// `MINUTES=10 npm run test:tools -- scripts/bench` before a release.
const minutes = Number(process.env['MINUTES'] ?? 0)

describe.skipIf(!(await hasRedis()))(
  'a mock with a file, and two replicas',
  { timeout: 120_000 + minutes * 60_000 },
  () => {
    test('hold no more after hundreds of calls than before', async () => {
      expect(await soak(minutes)).toEqual({ grown: [], wrong: [] })
    })

    test('hold more where leaks are planted, and nowhere else', async () => {
      const { grown, wrong } = await soak(0, [`data:text/javascript,${encodeURIComponent(leak)}`])
      expect(wrong).toEqual([])
      expect(grown).toEqual(expect.arrayContaining(['file: heap in MB', 'file: handles', 'file: descriptors']))
      expect(grown.filter((name) => name.startsWith('replica '))).toEqual([])
    })
  },
)
