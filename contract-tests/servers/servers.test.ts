import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { clauses, isObject, validateError, validatePet, validatePets } from '../../spec/index.ts'
import { type Answer, type AskOptions, ask } from './ask.ts'
import { type Deployment, servers } from './index.ts'

const run = promisify(execFile)

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
  const missing = visible.map(({ id }) => id).filter((id) => !broken.has(id))
  expect(
    missing,
    'Add a server that breaks each of these clauses to a table in contract-tests/servers/broken/',
  ).toEqual([])
})

const conforming = servers.filter(({ kind, needs }) => kind === 'conforming' && !needs.includes('after-removal'))

test.each(conforming.map((server) => [server.id, server] as const))(
  '%s keeps to the document in plain calls',
  async (_, server) => {
    let skipped = 0
    const deployment = await server.start({ timeScale: 0.01, now: () => Date.now() + skipped })
    // In every server, this category takes new animals.
    const newPet = { name: 'Zoë 1, "id": 2, /a', categoryId: 4, status: 'sold' }
    const created = await asked(deployment, 'POST /pets', { body: newPet })
    const list = await asked(deployment, 'GET /pets?limit=5')
    const invalid = await asked(deployment, 'POST /pets', { body: { name: 'Rex' } })
    const unauthorized = await asked(deployment, 'GET /pets/1', { authorization: 'Bearer nobody' })
    // Longer than any lag is at this scale.
    skipped = 25
    const found = await asked(deployment, `GET /pets/${String(member(created.json, 'id'))}`)
    await deployment.close()

    const answers = [created, list, invalid, unauthorized, found]
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 400, 401, 200])
    expect([validatePet(created.json), validatePets(list.json), validatePet(found.json)]).toEqual([true, true, true])
    expect([created.json, found.json]).toEqual([expect.objectContaining(newPet), created.json])
    expect([validateError(invalid.json), validateError(unauthorized.json)]).toEqual([true, true])
    expect([member(invalid.json, 'status'), member(unauthorized.json, 'status')]).toEqual([400, 401])
    const ids = Array.isArray(list.json) ? list.json.map((pet) => member(pet, 'id')) : []
    expect(new Set(ids).size).toBe(ids.length)
    for (const { headers } of answers) {
      expect(headers['content-type']).toMatch(/^application\/json\s*(;|$)/i)
      const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
        // The same value may be there twice.
        Number(String(headers[`x-ratelimit-${name}`]).split(',')[0]),
      )
      expect(limit).toBeGreaterThanOrEqual(remaining ?? Number.NaN)
      expect(reset).toBeGreaterThan(Date.now() / 1000 - 30)
    }
  },
)

test('no server leaves a port, a connection or a timer, even when it is closed while it answers', async () => {
  // In a process of its own, which ends by itself once nothing is left in it; what is left for five seconds is left behind.
  const program = `
    import { servers } from ${JSON.stringify(new URL('index.ts', import.meta.url).href)}
    import { ask } from ${JSON.stringify(new URL('ask.ts', import.meta.url).href)}
    for (const server of servers) {
      const deployment = await server.start()
      if (!/^http:\\/\\/127\\.0\\.0\\.1:\\d+\\/v1$/.test(deployment.url)) throw new Error(deployment.url)
      // Some never answer, and those that do may be cut off.
      const answer = ask(deployment, 'POST /pets', { body: { name: 'Rex', categoryId: 1 } }).catch(() => 'cut off')
      await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 10))])
      await deployment.close()
      const after = await ask(deployment, 'GET /pets').then(() => 'an answer', (error) => error.code)
      if (after !== 'ECONNREFUSED') throw new Error(server.id + ' left its port: ' + after)
    }
    console.log(servers.length)
    setTimeout(() => process.exit(1), 5000).unref()`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { timeout: 60_000 })
  expect(stdout).toBe(`${servers.length}\n`)
}, 70_000)

/** Asks again after an error of the server: some fail once. */
async function asked(deployment: Deployment, what: string, options?: AskOptions): Promise<Answer> {
  const answer = await ask(deployment, what, options)
  return answer.status >= 500 ? ask(deployment, what, options) : answer
}

function member(json: unknown, name: string): unknown {
  return isObject(json) ? json[name] : undefined
}
