import { once } from 'node:events'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { faultIds } from '../../../mocks/parts/faults/made/fault-ids.ts'
import { scenarioIds } from '../../../mocks/world/scenarios.ts'
import { silenceIds } from '../../../spec/index.ts'
import { startCommand } from '../../testing/program.ts'
import { serve } from '../../testing/serve.ts'

function start(...flags: string[]) {
  const started = startCommand(['mcp', ...flags])
  const send = (message: object) => started.child.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  return { ...started, send }
}
const initialize = {
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}
const agent = start()
const waiting = new Map<number | null, (result: unknown) => void>()
let sent = 0

createInterface({ input: agent.child.stdout! }).on('line', (line) => {
  const { id, result, error } = JSON.parse(line) as { id: number | null; result?: unknown; error?: unknown }
  waiting.get(id)?.(result ?? error)
})

function ask(method: string, params: object = {}): Promise<unknown> {
  sent += 1
  agent.send({ id: sent, method, params })
  return new Promise((resolve) => waiting.set(sent, resolve))
}

async function call(name: string, given: object = {}): Promise<{ text: string; isError: boolean }> {
  const result = (await ask('tools/call', { name, arguments: given })) as {
    content: [{ text: string }]
    isError?: true
  }
  return { text: result.content[0].text, isError: result.isError === true }
}

const mockAddress = async () => /http:\S+/.exec((await call('state')).text)?.[0] ?? ''

await ask(initialize.method, initialize.params)
agent.send({ method: 'notifications/initialized' })

test('has few tools, whose schemas name every scenario, fault, dataset and choice', async () => {
  const { tools } = (await ask('tools/list')) as {
    tools: {
      name: string
      annotations: { readOnlyHint?: boolean; destructiveHint?: boolean; idempotentHint?: boolean }
      inputSchema: { properties: Record<string, { enum?: string[]; properties?: object }> }
    }[]
  }
  const schemas = Object.fromEntries(tools.map(({ name, inputSchema }) => [name, inputSchema.properties]))
  expect(Object.keys(schemas).join(' ')).toBe(
    'state play fault choices animals clock journal why conduct coverage contract learn reset',
  )
  const marked = (mark: 'readOnlyHint' | 'destructiveHint' | 'idempotentHint') =>
    tools.flatMap(({ name, annotations }) => (annotations[mark] === true ? [name] : [])).join(' ')
  expect(marked('readOnlyHint')).toBe('state journal why conduct coverage')
  expect(marked('destructiveHint')).toBe('animals reset')
  expect(marked('idempotentHint')).toBe('fault choices animals reset')
  expect(schemas['play']?.['scenario']?.enum).toEqual([...scenarioIds, 'none'])
  expect(schemas['fault']?.['fault']?.enum).toEqual([...faultIds, 'none'])
  expect(schemas['animals']?.['dataset']?.enum).toContain('demo')
  expect(Object.keys(schemas['choices']?.['choose']?.properties ?? {})).toEqual(silenceIds)
})

test('breaks the interface in a named way, and mends it', async () => {
  expect((await call('fault', { fault: 'list-envelope', sandbox: 'broken' })).text).toContain('"list-envelope"')
  expect((await call('contract', { sandbox: 'broken' })).text).not.toContain(' held, 0 broken')
  expect((await call('fault', { fault: 'none', sandbox: 'broken' })).text).toContain('null')
  expect(await call('fault', { fault: 'list-envelop' })).toMatchObject({ isError: true })
}, 30_000)

test('chooses, fills with animals, and shows both', async () => {
  const sandbox = 'own'
  await call('play', { scenario: 'slow', calls: 1, sandbox })
  expect((await call('choices', { sandbox, choose: { 'list-order': 'newest-first' } })).text).toContain('newest-first')
  expect((await call('choices', { sandbox })).text).toContain('"list-order":"newest-first"')
  expect(await call('choices', { sandbox, choose: { 'list-order': 'sideways' } })).toMatchObject({ isError: true })
  await call('animals', { sandbox, dataset: 'large', count: 7 })
  expect((await call('animals', { sandbox, limit: 1 })).text).toContain('"total":7')
  expect((await call('animals', { sandbox, petStatus: 'sold', search: 'zzz' })).text).toContain('"total":0')
})

test('ends what it plays, for one operation or all', async () => {
  await call('play', { scenario: 'slow', operation: 'getPet', sandbox: 'played' })
  expect((await call('play', { scenario: 'empty', sandbox: 'played' })).text).toContain('"empty"')
  const left = await call('play', { scenario: 'none', operation: 'getPet', sandbox: 'played' })
  expect(left.text).not.toContain('"slow"')
  expect((await call('play', { scenario: 'none', sandbox: 'played' })).text).toBe('{"playing":[]}')
})

test('judges the client, and says what it never met', async () => {
  const address = await mockAddress()
  const headers = { authorization: 'Bearer test_free.judged' }
  expect((await fetch(`${address}/pets?limit=500`, { headers })).status).toBe(400)
  expect((await fetch(`${address}/pets?limit=5`, { headers })).status).toBe(200)
  const prefer = { ...headers, prefer: 'code=500' }
  expect((await fetch(`${address}/pets`, { headers: prefer })).status).toBe(500)
  expect((await call('conduct', { sandbox: 'judged' })).text).toContain('limit')
  expect(JSON.parse((await call('coverage', { sandbox: 'judged' })).text)).toMatchObject({ met: 2 })
})

test('plays a scenario, shows why a call was answered so, and resets', async () => {
  await call('reset')
  expect((await call('play', { scenario: 'rate-limited', calls: 1 })).text).toContain('"rate-limited"')
  const address = await mockAddress()
  expect((await fetch(`${address}/pets`, { headers: { authorization: 'Bearer test_pro' } })).status).toBe(429)
  expect((await call('why', { status: 429 })).text).toContain('Scenario rate-limited')
  expect((await call('journal', { limit: 1 })).text).toMatch(/^1 {2}GET {2}\/v1\/pets {2}429 {2}/)
  expect((await call('clock', { at: '2030-12-05', mode: 'frozen' })).text).toContain('2030-12-05')
  expect((await call('clock', { advanceSeconds: 60 })).text).toContain('00:01:00')
  expect((await call('clock', { at: '2030-12-06', advanceSeconds: 60 })).text).toContain('2030-12-06T00:01:00')
  expect((await call('clock')).text).toContain('2030-12-06T00:01:00')
  expect(await call('reset')).toMatchObject({ isError: false })
  expect((await call('journal')).text).toBe('No call fits.')
})

test('says what is wrong with a call', async () => {
  const wrong: [tool: string, given: object, message: string][] = [
    ['play', { scenario: 'slwo' }, 'scenario must be equal to one of the allowed values'],
    ['play', { scenario: 'slow', calls: 0 }, 'calls must be >= 1'],
    ['play', { calls: 1 }, "must have required property 'scenario'"],
    ['choices', { choose: { pagin: 'link' } }, 'must NOT have additional properties'],
    ['animals', { count: 3 }, 'count: it goes with dataset'],
  ]
  for (const [tool, given, message] of wrong)
    expect(await call(tool, given)).toEqual({ isError: true, text: expect.stringContaining(message) })
})

test.each(['..', '.', '%2e%2e', 'a/../b', '', 'A', 'a\r\nx: y'])(
  'a sandbox called %j is refused, and no other one is reset',
  async (sandbox) => {
    await call('play', { scenario: 'slow', sandbox: 'of-others' })
    for (const tool of ['reset', 'state', 'journal', 'contract'])
      expect((await call(tool, { sandbox })).isError).toBe(true)
    expect((await call('state', { sandbox: 'of-others' })).text).toContain('"slow"')
  },
)

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends it while its input stays open and its mock hangs',
  async (signal) => {
    const mock = createServer(() => undefined)
    const other = start('--mock', new URL((await serve(mock)).url).origin)
    other.send({ id: 1, ...initialize })
    await once(other.child.stdout!, 'data')
    other.send({ method: 'notifications/initialized' })
    other.send({ id: 2, method: 'tools/call', params: { name: 'state', arguments: {} } })
    await once(mock, 'request')
    expect(await other.stop(signal)).toEqual([0, null])
  },
)

test('runs the suite in a sandbox, and learns its choices', async () => {
  expect((await call('contract', { sandbox: 'suite' })).text).toMatch(/All \d+ clauses that were tested held/)
  expect(JSON.parse((await call('learn', { sandbox: 'learn' })).text)).toMatchObject({ 'list-order': 'oldest-first' })
}, 30_000)

test('ends when its input does', async () => {
  agent.child.stdin!.end()
  expect(await agent.ended).toEqual([0, null])
})
