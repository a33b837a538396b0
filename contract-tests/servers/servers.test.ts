import { expect, test } from 'vitest'
import { clauses } from '../../spec/index.ts'
import { ask } from './ask.ts'
import { servers } from './index.ts'

test('there are as many servers of each kind as the proof of the suite asks for', () => {
  const count = (kind: string): number => servers.filter((server) => server.kind === kind).length
  expect(count('conforming')).toBeGreaterThanOrEqual(45)
  expect(count('broken')).toBeGreaterThanOrEqual(60)
  expect(new Set(servers.map(({ id }) => id)).size).toBe(servers.length)
  expect(servers[0]).toMatchObject({ id: 'plain', kind: 'conforming' })
})

test('every clause that a deployment can be seen to break is broken by a server', () => {
  const broken = new Set(servers.flatMap((server) => (server.kind === 'broken' ? [server.clause] : [])))
  const visible = clauses.filter((clause) => clause.seen !== 'not-from-outside')
  expect(visible.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([])
})

test('a broken server tells the section of its clause', () => {
  const sections = new Map(clauses.map(({ id, section }) => [id, section]))
  const told = servers.flatMap((server) =>
    server.kind === 'broken' ? [[server.section, sections.get(server.clause)]] : [],
  )
  expect(told.filter(([section, expected]) => section !== expected)).toEqual([])
})

test('no server leaves a port, a connection or a timer, even when it is closed while it answers', async () => {
  const before = leftOvers()
  for (const server of servers) {
    const deployment = await server.start()
    expect(deployment.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/)
    // Some never answer, and those that do may be cut off.
    const answer = ask(deployment, 'POST /pets', { body: { name: 'Rex', categoryId: 1 } }).catch(() => 'cut off')
    await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 10))])
    await deployment.close()
    await answer
    await expect(ask(deployment, 'GET /pets')).rejects.toThrow('ECONNREFUSED')
  }
  await expect.poll(leftOvers).toEqual(before)
})

function leftOvers(): string[] {
  return process.getActiveResourcesInfo().filter((resource) => /^(TCP|Timeout)/.test(resource))
}
