import { equal } from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Profile, type SilenceId, choicesOf, isObject, parseProfile, silenceIds } from '../../../spec/index.ts'
import { printed } from '../../testing/printed.ts'
import { tempFolder } from '../../testing/temp-folder.ts'
import { type ReliesOnOptions, alternatives, reliesOn } from './relies-on.ts'
import { runClient } from './run-client.ts'

type Client = (address: string) => Promise<void>

/** Tries a client in this process. */
function tried(client: Client, options: Partial<ReliesOnOptions> = {}) {
  return reliesOn({
    mock: { port: 0 },
    runClient: (address) =>
      client(address).then(
        () => ({ failure: undefined, lastLines: [] }),
        (error: unknown) => ({ failure: 'exit code 1', lastLines: [String(error)] }),
      ),
    ...options,
  })
}

async function ask(url: string, key = 'test_pro', init: RequestInit = {}) {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const reply = await fetch(url, { ...init, headers })
  const text = await reply.text()
  const json: unknown = text === '' ? undefined : JSON.parse(text)
  const items = Array.isArray(json) ? json.filter(isObject) : []
  return { status: reply.status, headers: reply.headers, items, members: isObject(json) ? json : {} }
}

function add(address: string, pet: object) {
  const body = JSON.stringify({ name: 'Rex', categoryId: 1, ...pet })
  return ask(`${address}/pets`, 'test_pro', { method: 'POST', body })
}

const oldest: Client = async (address) => equal((await ask(`${address}/pets?limit=1`)).items[0]?.['id'], 1)
const draft: Client = async (address) => equal('status' in (await add(address, {})).members, false)

/** Small clients by what their tests do, with the choices that they rely on. */
const clients: readonly (readonly [what: string, reliesOn: readonly SilenceId[], client: Client])[] = [
  ['shows the oldest animal first', ['list-order'], oldest],
  ['takes an animal without a status for a draft', ['status-default'], draft],
  [
    'looks for what it added at the end of a page',
    ['list-order', 'page-cap'],
    async (address) => {
      const { id } = (await add(address, {})).members
      equal((await ask(`${address}/pets?limit=100`)).items.at(-1)?.['id'], id)
    },
  ],
  [
    'reads Retry-After as a number',
    ['retry-after'],
    async (address) => {
      const { headers } = await ask(`${address}/pets`, 'test_free_exhausted')
      equal(Number(headers.get('Retry-After')) >= 0, true)
    },
  ],
  [
    'relies on nothing, though it meets much',
    [],
    async (address) => {
      equal((await add(address, { status: 'sold' })).members['status'], 'sold')
      equal((await ask(`${address}/pets/999999`)).status, 404)
      equal((await ask(`${address}/pets?limit=0`)).status <= 499, true)
      equal((await ask(`${address}/pets`, 'test_banned')).headers.has('X-RateLimit-Limit'), true)
    },
  ],
]

test('every silence has an alternative that the mock can play', () => {
  const all = alternatives()
  for (const { choices } of all) expect(parseProfile(choices)).not.toEqual(parseProfile({}))
  expect(new Set(all.flatMap(({ choices }) => Object.keys(choices)))).toEqual(new Set(silenceIds))
  for (const id of silenceIds) expect(choicesOf(id).length).toBeGreaterThan(0)
})

test.each(clients)('of a client that %s, all that it relies on is found, and nothing else', async (_, ids, client) => {
  let runs = 0
  const found = await tried((address) => {
    runs++
    return client(address)
  })
  expect(new Set(found.reliesOn.map(({ silence }) => silence))).toEqual(new Set(ids))
  expect(found).toMatchObject({ problem: undefined, exitCode: ids.length > 0 ? 1 : 0 })
  // The first run, each choice that changes an answer, and the default again if something failed.
  expect(runs).toBe(1 + found.tried.length + (ids.length > 0 ? 1 : 0))
  expect(found.unnoticed).toBe(alternatives().length - found.tried.length)
})

test('a reset and other changes over the control API are played again', async () => {
  const found = await tried(async (address) => {
    const sandbox = new URL('/_mock/sandboxes/default', address).href
    const headers = { 'Content-Type': 'application/json' }
    const post = (path: string, body: object) =>
      fetch(sandbox + path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect((await post('/reset', {})).ok).toBe(true)
    expect((await post('/scenarios', { scenario: 'empty' })).ok).toBe(true)
    expect((await ask(`${address}/pets`)).items).toEqual([])
  })
  // The order of an empty list cannot be seen.
  expect(found.tried.flatMap(({ choices }) => Object.keys(choices))).not.toContain('list-order')
  expect(found).toMatchObject({ exitCode: 0, calls: 1 })
})

test.each<[string, Partial<Profile>, object]>([
  ['that agrees', { 'list-order': 'oldest-first' }, { isSafe: true, exitCode: 0 }],
  ['that differs', { 'list-order': 'newest-first' }, { isSafe: false, exitCode: 1 }],
  ['that says nothing of it', { paging: 'link' }, { isSafe: undefined, exitCode: 3 }],
])('with a profile %s, a client is safe or not', async (_which, profile, expected) => {
  expect(await tried(oldest, { profile })).toMatchObject(expected)
})

test('choices of a profile that harm only together are found', async () => {
  const found = await tried(
    async (address) => {
      const [one, other] = await Promise.allSettled([oldest(address), draft(address)])
      if (one.status === 'rejected' && other.status === 'rejected') throw new Error('both')
    },
    { profile: { 'list-order': 'newest-first', 'status-default': 'sold', paging: 'none' } },
  )
  expect(found).toMatchObject({ isSafe: false, reliesOn: [], exitCode: 1 })
  expect(found.tried.at(-1)?.choices).toEqual({ 'list-order': 'newest-first', 'status-default': 'sold' })
})

test('a client that fails, calls nothing or passes only once tells nothing', async () => {
  expect(await tried(() => Promise.reject(new Error('no')))).toMatchObject({
    problem: 'The command must pass under the default first: it ended with exit code 1.\n  | Error: no',
    exitCode: 3,
  })
  expect((await tried(() => Promise.resolve())).problem).toContain('called nothing at the address of the mock')
  let runs = 0
  const found = await tried(async (address) => {
    await ask(`${address}/pets`)
    if (runs++ > 0) throw new Error('once')
  })
  expect(found).toMatchObject({ reliesOn: [], exitCode: 3 })
  expect(found.problem).toContain('does not pass a second time')
})

test('it stops at once when it is stopped', async () => {
  const stopping = new AbortController()
  let runs = 0
  const partial = await tried(
    async (address) => {
      if (++runs === 3) stopping.abort()
      await oldest(address)
    },
    { signal: stopping.signal },
  )
  expect(partial).toMatchObject({ exitCode: 3, problem: 'It was stopped, so not everything was tried.' })
  expect(partial.tried.length).toBe(1)
})

const program = `
  const list = await fetch(process.env.PETS_URL + '/pets?limit=1', { headers: { Authorization: 'Bearer test_pro' } })
  const [{ id }] = await list.json()
  console.log('the first is', id)
  if (id !== 1) process.exitCode = 7`

test('the command runs a program or a line of the shell, and says whether it is safe to deploy', async () => {
  const folder = tempFolder()
  const [client, profile] = [join(folder, 'client.mjs'), join(folder, 'staging.json')]
  writeFileSync(client, program)
  const chosen: Partial<Profile> = { 'list-order': 'newest-first', paging: 'none', 'window-start': 'clock' }
  writeFileSync(profile, JSON.stringify(chosen))
  const flags = ['relies-on', '--env', 'PETS_URL', '--profile', profile]
  const line = `PETS_URL=$ANIMAL_STORE_URL '${process.execPath}' '${client}' && echo done`
  const json = await printed('relies-on', '--json', '--quiet', '--', line)
  expect(JSON.parse(json.out)).toMatchObject({
    calls: 1,
    reliesOn: [{ silence: 'list-order', choice: 'oldest-first', failsUnder: ['newest-first'] }],
  })
  const { code, out, err } = await printed(...flags, '--', process.execPath, client)
  const noticed = [
    '✗ list-order=newest-first',
    '  exit code 7; 1 answer changed, first that of GET /v1/pets?limit=1',
    '  | the first is 60',
    '',
  ]
  for (const text of [
    noticed.join('\n'),
    'Your client relies on list-order=oldest-first, which the service never promised (section 4.1).',
    '  try it    animal-store mock --choose list-order=newest-first\n  profile   has newest-first\n',
    `Not safe to deploy: your client relies on list-order=oldest-first, and ${profile} has newest-first.\n`,
  ])
    expect(out).toContain(text)
  expect(err).toMatch(/^The command passes\. At most \d+ runs follow\.\n✗ list-order=newest-first: exit code 7\n/)
  expect([json.code, json.err, code]).toEqual([1, '', 1])
})

test('a command that hangs has failed, and nothing that it started stays', async () => {
  const options = { environment: process.env, timeoutSeconds: 0.3, signal: new AbortController().signal }
  const hanging = await runClient(['echo begin; sleep 600 & sleep 600'], options)
  expect(hanging).toEqual({ failure: 'no end within 0.3 s', lastLines: ['begin'] })
  const leaving = await runClient(['sleep 600 & echo $!'], { ...options, timeoutSeconds: 60 })
  expect(leaving.failure).toBeUndefined()
  await expect.poll(() => isRunning(Number(leaving.lastLines[0]))).toBe(false)
})

/** Whether there is such a process; a zombie that nobody has waited for yet is none. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
