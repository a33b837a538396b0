import { join } from 'node:path'
import { createClient } from '@redis/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../../scripts/testing/temp-folder.ts'
import { hasOwnRedis, ownRedis } from '../testing/redis-server.ts'
import { get, idsOf, post } from '../testing/test-calls.ts'
import { openReplicas, valueOf } from './test-replicas.ts'

const slots = 16_384
/** Where nodes speak with each other; the usual port, 10,000 above, may be none. */
const busOf = (port: number) => port - 10_000

/** Three nodes, each with a third of the slots, and a fourth that takes the place of the second when it ends. */
async function startCluster() {
  const folder = tempFolder()
  const optionsOf = (port: number) => {
    const file = ['--cluster-config-file', join(folder, `${port}.conf`)]
    const quick = ['--cluster-node-timeout', '1000', '--repl-diskless-sync-delay', '0']
    return ['--cluster-enabled', 'yes', '--cluster-port', String(busOf(port)), ...file, ...quick]
  }
  const start = async () => {
    const node = await ownRedis(undefined, optionsOf)
    onTestFinished(node.stop)
    return node
  }
  const nodes = await Promise.all([start(), start(), start(), start()])
  const [, ...others] = nodes.map(({ url }) => Number(new URL(url).port))
  const clients = await Promise.all(nodes.map(({ url }) => createClient({ url }).connect()))
  for (const [node, client] of clients.entries()) {
    const [first, last] = [node, node + 1].map((each) => Math.floor((each * slots) / 3))
    if (node < 3) await client.sendCommand(['CLUSTER', 'ADDSLOTSRANGE', String(first), String((last ?? 0) - 1)])
    await client.sendCommand(['CLUSTER', 'SET-CONFIG-EPOCH', String(node + 1)])
  }
  for (const port of others)
    await clients[0]?.sendCommand(['CLUSTER', 'MEET', '127.0.0.1', String(port), String(busOf(port))])
  const until = async (look: () => Promise<unknown>, wanted: RegExp) => {
    await expect.poll(look, { timeout: 20_000, interval: 50 }).toMatch(wanted)
  }
  for (const client of clients) {
    await until(() => client.sendCommand(['CLUSTER', 'INFO']), /cluster_state:ok[^]*cluster_known_nodes:4/)
  }
  const second = (await clients[1]?.sendCommand(['CLUSTER', 'MYID'])) as string
  await clients[3]?.sendCommand(['CLUSTER', 'REPLICATE', second])
  await until(async () => clients[3]?.info('replication'), /master_link_status:up/)
  for (const client of clients) client.destroy()
  return nodes
}

describe.skipIf(!(await hasOwnRedis()))('in a cluster', { timeout: 30_000 }, () => {
  test('sandboxes are spread over the nodes, each is as exact as in one Redis, and they outlive a node', async () => {
    const nodes = await startCluster()
    const { other, next } = openReplicas(nodes[1].url, 2)
    const control = (path: string, method = 'GET') => valueOf(other, method, path)
    const names = Array.from({ length: 12 }, (_, index) => `box-${index}`)
    await next().answer(get('/v1/pets', 'test_pro.box-3'))
    const waiting = control('/sandboxes/box-3/journal/wait?operation=createPet')
    for (const name of names) {
      const key = `test_free.${name}`
      const replies = await Promise.all(Array.from({ length: 80 }, () => next().answer(get('/v1/pets', key))))
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(60)
      expect((await next().answer(post({ name: 'Rex', categoryId: 1 }, `test_pro.${name}`))).status).toBe(201)
      expect(idsOf(await next().answer(get('/v1/pets', `test_pro.${name}`)))).toEqual([1, 2, 3, 4])
    }
    expect(await waiting).toMatchObject({ status: 201 })
    expect(await control('/sandboxes/box-3/journal/count')).toMatchObject({ total: 83 })
    expect(await control('/sandboxes')).toHaveLength(1 + names.length)
    for (const { url } of nodes.slice(0, 3)) {
      const client = await createClient({ url }).connect()
      expect(await client.dbSize()).toBeGreaterThan(0)
      client.destroy()
    }
    await control('/reset', 'POST')
    expect(await control('/sandboxes')).toHaveLength(1)

    // The address that the replicas were given is gone, and another node takes its place.
    await nodes[1].stop()
    for (const name of names) {
      await expect
        .poll(async () => (await next().answer(get('/v1/pets', `test_pro.${name}`))).status, { timeout: 20_000 })
        .toBe(200)
    }
  })
})
