import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Profile, type SilenceId, choicesOf, parseProfile, silenceIds } from '../../../spec/index.ts'
import { type ReliesOnOptions, alternatives, reliesOn } from './relies-on.ts'
import { runClient } from './run-client.ts'
import { reliancesText } from './relies-on-command.ts'
import { sampleClients } from './test-clients.ts'
import { printed } from '../../testing/printed.ts'
import { tempFolder } from '../../testing/temp-folder.ts'

/** Tries a client in this process. */
function tried(client: (address: string) => Promise<void>, options: Partial<ReliesOnOptions> = {}) {
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

function sample(name: string) {
  const client = sampleClients[name]
  if (client === undefined) throw new Error(`There is no client "${name}".`)
  return client.test
}

const oldest = sample('shows the oldest animal first')
const draft = sample('takes an animal without a status for a draft')

test('every silence has an alternative that the mock can play', () => {
  const all = alternatives()
  for (const { choices } of all) expect(parseProfile(choices)).not.toEqual(parseProfile({}))
  expect(new Set(all.flatMap(({ choices }) => Object.keys(choices)))).toEqual(new Set(silenceIds))
  for (const id of silenceIds) expect(choicesOf(id).length).toBeGreaterThan(0)
})

test.each(Object.entries(sampleClients))(
  'of a client that %s, all that it relies on is found, and nothing else',
  async (_name, client) => {
    const found = await tried(client.test)
    expect(found.reliesOn.map(({ silence }) => silence)).toEqual(client.reliesOn.toSorted(byPlace))
    expect(found).toMatchObject({ problem: undefined, exitCode: client.reliesOn.length > 0 ? 1 : 0 })
  },
)

function byPlace(one: SilenceId, other: SilenceId): number {
  return silenceIds.indexOf(one) - silenceIds.indexOf(other)
}

test('the call that is named shows no key that stands in its query', async () => {
  const found = await tried(async (address) => {
    const url = `${address}/pets?api_key=r3al-key_Zx81Qp77&limit=1`
    await fetch(url, { headers: { Authorization: 'Bearer test_pro' } })
  })
  expect(new Set(found.tried.map(({ firstCall }) => firstCall))).toEqual(new Set(['GET /v1/pets?api_key=…&limit=1']))
})

test('only choices that change an answer are tried, and a failure says which call met it first', async () => {
  const runs: string[] = []
  const found = await tried(async (address) => {
    runs.push(address)
    await oldest(address)
  })
  const [failed] = found.tried.filter((one) => one.failure !== undefined)
  expect(failed).toMatchObject({
    changed: 1,
    firstCall: 'GET /v1/pets?limit=1',
    lastLines: [expect.stringContaining('60')],
  })
  // The first run, each alternative, and the default again because something failed.
  expect(runs.length).toBe(found.tried.length + 2)
  expect(found.unnoticed).toBe(alternatives().length - found.tried.length)
  expect(found.tried.length).toBeLessThan(10)
})

test('a reset and other changes over the control API are played again', async () => {
  const found = await tried(async (address) => {
    const sandbox = new URL('/_mock/sandboxes/default', address).href
    const headers = { 'Content-Type': 'application/json' }
    const post = (path: string, body: object) =>
      fetch(sandbox + path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect((await post('/reset', {})).ok).toBe(true)
    expect((await post('/scenarios', { scenario: 'empty' })).ok).toBe(true)
    const list = await fetch(`${address}/pets`, { headers: { Authorization: 'Bearer test_pro' } })
    expect(await list.json()).toEqual([])
  })
  // The order of an empty list cannot be seen.
  expect(found.tried.flatMap(({ choices }) => Object.keys(choices))).not.toContain('list-order')
  expect(found).toMatchObject({ exitCode: 0, calls: 1 })
})

test('a client that sends more than is kept is told so', async () => {
  const found = await tried(
    async (address) => {
      await oldest(address)
      await fetch(`${address}/pets`, { method: 'POST', body: 'x'.repeat(100_000) })
    },
    { mostBytes: 100_000 },
  )
  expect(found).toMatchObject({
    exitCode: 3,
    problem: expect.stringMatching(/^The command sent more than can be kept/),
  })
})

test('the command that tries a choice of a profile runs nothing else', () => {
  const choice = `{"x'; printf pasted; echo '":1}`
  expect(parseProfile({ 'further-members': choice })['further-members']).toBe(choice)
  const reliance = { silence: 'further-members', choice: 'none', failsUnder: [choice], profileHas: choice } as const
  const found = { calls: 1, tried: [], unnoticed: 0, reliesOn: [reliance], isSafe: false, problem: undefined }
  const line = /try it +(.*)/.exec(reliancesText({ ...found, exitCode: 1 }, 'staging.json'))?.[1]
  // POSIX has no function whose name has a "-".
  const script = `store() { printf '%s|' "$@"; }; ${line?.replace('animal-store', 'store')}`
  const { stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8' })
  expect(stdout).toBe(`mock|--choose|further-members=${choice}|`)
})

describe('with a profile', () => {
  test.each<[string, Partial<Profile>, object]>([
    ['that agrees', { 'list-order': 'oldest-first' }, { isSafe: true, exitCode: 0 }],
    ['that differs', { 'list-order': 'newest-first' }, { isSafe: false, exitCode: 1 }],
    ['that says nothing of it', { paging: 'link' }, { isSafe: undefined, exitCode: 3 }],
  ])('%s, a client is safe or not', async (_which, profile, expected) => {
    expect(await tried(oldest, { profile })).toMatchObject(expected)
  })

  test('choices that harm only together are found', async () => {
    const found = await tried(
      async (address) => {
        const [one, other] = [await failure(oldest(address)), await failure(draft(address))]
        if (one !== undefined && other !== undefined) throw new Error('both')
      },
      { profile: { 'list-order': 'newest-first', 'status-default': 'sold', paging: 'none' } },
    )
    expect(found).toMatchObject({ isSafe: false, reliesOn: [], exitCode: 1 })
    expect(found.tried.at(-1)?.choices).toEqual({ 'list-order': 'newest-first', 'status-default': 'sold' })
  })
})

const failure = (running: Promise<void>): Promise<unknown> =>
  running.then(
    () => undefined,
    (error: unknown) => error,
  )

test('a client that fails, calls nothing or passes only once tells nothing', async () => {
  expect(await tried(() => Promise.reject(new Error('no')))).toMatchObject({
    problem: 'The command must pass under the default first: it ended with exit code 1.\n  | Error: no',
    exitCode: 3,
  })
  expect((await tried(() => Promise.resolve())).problem).toContain('called nothing at the address of the mock')
  let runs = 0
  const found = await tried(async (address) => {
    await fetch(`${address}/pets`)
    if (runs++ > 0) throw new Error('once')
  })
  expect(found).toMatchObject({ reliesOn: [], exitCode: 3 })
  expect(found.problem).toContain('does not pass a second time')
})

test('it stops at the first failure, and at once when it is stopped', async () => {
  const early = await tried(draft, { stopAtFirst: true })
  expect(early.tried.map(({ failure: why }) => why)).toEqual(['exit code 1'])
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

describe('the command', () => {
  const reliesOnCommand = (...args: readonly string[]) => printed('relies-on', ...args)

  const program = `
    const list = await fetch(process.env.PETS_URL + '/pets?limit=1', { headers: { Authorization: 'Bearer test_pro' } })
    const [{ id }] = await list.json()
    console.log('the first is', id)
    if (id !== 1) process.exitCode = 7`

  test('runs a program, and says whether it is safe to deploy', async () => {
    const folder = tempFolder()
    const [client, profile] = [join(folder, 'client.mjs'), join(folder, 'staging.json')]
    writeFileSync(client, program)
    const chosen: Partial<Profile> = {
      'list-order': 'newest-first',
      'further-members': 'none',
      paging: 'none',
      'window-start': 'clock',
      'rate-window': 'tightest',
    }
    writeFileSync(profile, JSON.stringify(chosen))
    const flags = ['--env', 'PETS_URL', '--profile', profile]
    const { code, out, err } = await reliesOnCommand(...flags, '--', process.execPath, client)
    expect(out).toBe(
      [
        '✗ list-order=newest-first',
        '  exit code 7; 1 answer changed, first that of GET /v1/pets?limit=1',
        '  | the first is 60',
        '',
        'Your client relies on list-order=oldest-first, which the service never promised (section 4.1).',
        '  question  In which order does the list come?',
        '  fails     with newest-first',
        '  try it    animal-store mock --choose list-order=newest-first',
        '  profile   has newest-first',
        '',
        `1 call. 1 alternative tried; ${alternatives(chosen).length - 1} more change none of the answers.`,
        `Not safe to deploy: your client relies on list-order=oldest-first, and ${profile} has newest-first.`,
        '',
      ].join('\n'),
    )
    expect(err).toBe('The command passes. At most 1 run follows.\n✗ list-order=newest-first: exit code 7\n')
    expect(code).toBe(1)
  })

  test('one word is a line for the shell, and --json says the same', async () => {
    const folder = tempFolder()
    writeFileSync(join(folder, 'client.mjs'), program)
    const line = `PETS_URL=$ANIMAL_STORE_URL '${process.execPath}' '${folder}/client.mjs' && echo done`
    const { code, out, err } = await reliesOnCommand('--json', '--quiet', '--stop-at-first', '--', line)
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      calls: 1,
      reliesOn: [{ silence: 'list-order', choice: 'oldest-first', failsUnder: ['newest-first'] }],
      exitCode: 1,
    })
    expect({ code, err }).toEqual({ code: 1, err: '' })
  })

  test('a command that hangs has failed, and nothing that it started stays', async () => {
    const options = { environment: process.env, timeoutSeconds: 0.3, signal: new AbortController().signal }
    const hanging = await runClient(['echo begin; sleep 600 & sleep 600'], options)
    expect(hanging).toEqual({ failure: 'no end within 0.3 s', lastLines: ['begin'] })
    const leaving = await runClient(['sleep 600 & echo $!'], { ...options, timeoutSeconds: 60 })
    expect(leaving.failure).toBeUndefined()
    await expect.poll(() => isRunning(Number(leaving.lastLines[0]))).toBe(false)
  })
})

/** Whether there is such a process; a zombie that nobody has waited for yet is none. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
