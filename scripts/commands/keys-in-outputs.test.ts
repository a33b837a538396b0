import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { realClock } from '../../contract-tests/client/index.ts'
import { reportTarget } from '../../mocks/control/client/sandbox-path.ts'
import { createControl } from '../../mocks/control/index.ts'
import { createAnimalStore } from '../../mocks/entry.ts'
import { readJson } from '../../spec/index.ts'
import { echoes, startEcho } from '../testing/echoing-deployment.ts'
import { keyForms, keyFormsIn } from '../testing/key-forms.ts'
import { jsonLine, textLine } from './mock/log.ts'
import { printed } from '../testing/printed.ts'
import { tempFolder } from '../testing/temp-folder.ts'

const key = 'ech0/key+4~X_q9.Zt-Lw==ab7Qn2'
beforeEach(() => {
  vi.stubEnv('ECHOED_KEY', key)
  // Waits for a deployment that lags take no time here.
  vi.spyOn(realClock, 'sleep').mockResolvedValue()
})
afterAll(() => void vi.restoreAllMocks())

/** Every file of a folder, by its name. */
function filesOf(place: string): Readonly<Record<string, string>> {
  return Object.fromEntries(readdirSync(place).map((name) => [name, readFileSync(join(place, name), 'latin1')]))
}

const withKey = ['--key-env', 'ECHOED_KEY']

test.for(Object.keys(echoes))(
  'no output of any command shows a key: a deployment %s',
  { timeout: 120_000 },
  async (id, context) => {
    const { url } = await startEcho(id, () => key)
    const place = tempFolder()
    const file = (name: string): string => join(place, name)
    const reports = ['json', 'html', 'junit', 'markdown'].map((kind) => `--report=${kind}=${file(`report.${kind}`)}`)
    const quick = ['--timeout', '5', ...withKey]
    const reading = [...quick, '--read-only']
    const waiting = ['--max-wait', '1', '--url', url]
    const host = `${url}/`.replace('127.0.0.1', 'localhost')
    const outputs = [`--journal=${file('seed.ndjson')}`, `--out=${file('pets.json')}`]
    vi.stubEnv('GITHUB_ACTIONS', 'true')
    const said = {
      contract: await printed('contract', ...waiting, ...quick, ...reports, '--learn', file('profile.json')),
      'contract --json': await printed('contract', ...waiting, ...reading, '--json'),
      drift: await printed('drift', url, host, ...reading),
      'drift --json': await printed('drift', url, file('report.json'), ...reading, '--json'),
      seed: await printed('seed', '--url', url, ...quick, '--count', '3', ...outputs),
    }
    for (const [name, { out, err }] of Object.entries(said)) {
      context.expect(keyFormsIn(out, key), `${name}, output`).toEqual([])
      context.expect(keyFormsIn(err, key), `${name}, errors`).toEqual([])
    }
    for (const [name, text] of Object.entries(filesOf(place))) context.expect(keyFormsIn(text, key), name).toEqual([])
    context.expect(existsSync(file('report.html'))).toBe(true)
    context.expect(readJson(said['contract --json'].out).ok).toBe(true)
    context.expect(said.contract.out).not.toBe('')
  },
)

const mockKey = ['known to it', 'not known to it'].flatMap((how) => Object.keys(keyForms).map((form) => [how, form]))

test.each(mockKey)('journal, HAR, page and log of the mock show no key that is %s: %s', async (how, form = '') => {
  const isKnown = how === 'known to it'
  const store = createAnimalStore({ dataset: 'empty', keys: isKnown ? { [key]: 'pro' } : {} })
  const lines: string[] = []
  store.subscribe((record, { name }) => {
    const call = { record, sandbox: name, time: new Date(), keys: store.keys }
    lines.push(textLine(call), jsonLine(call))
  })
  const echo = keyForms[form]?.(key) ?? ''
  const inHeaders = { authorization: `Bearer ${key}`, 'x-api-key': key, cookie: `a=${echo}`, 'x-echo': echo }
  const headers = { ...inHeaders, host: 'a.example' }
  await store.answer({ method: 'GET', target: `/v1/pets?api_key=${echo}&status=${echo}`, headers })
  const body = JSON.stringify({ name: echo, categoryId: 1, token: echo })
  await store.answer({ method: 'POST', target: `/v1/${echo}`, headers, body })
  const json = { ...headers, 'content-type': 'application/json' }
  await store.answer({ method: 'POST', target: '/v1/pets', headers: json, body })
  const control = createControl(store, { panel: async () => ({ type: '', body: '' }) })
  const read = async (target: string): Promise<string> => {
    const reply = await control.answer({ method: 'GET', target, headers: { host: 'localhost' } })
    expect(reply.status).toBe(200)
    return String(reply.body)
  }
  const sandbox = '/_mock/sandboxes/default'
  const texts = {
    journal: await read(`${sandbox}/journal`),
    HAR: await read(`${sandbox}/journal/export`),
    conduct: await read(`${sandbox}/conduct`),
    page: await read(reportTarget('default', isKnown ? { test: echo, errors: [{ message: echo }] } : {})),
    log: lines.join('\n'),
  }
  for (const [name, text] of Object.entries(texts)) expect(keyFormsIn(text, key), name).toEqual([])
  expect(texts.journal).toContain('ech0…')
})

test('relies-on shows no key that a client prints or is given', async () => {
  // Enough of it that the first line begins in the middle of a key, with fewer letters than a mask looks for.
  const prints = (text: string) => `
    const key = process.env.ECHOED_KEY
    const forms = [key, Buffer.from(key).toString('base64'), Buffer.from(key).toString('hex'), encodeURIComponent(key)]
    console.log(forms.join('\\n') + key.repeat(200) + 'x'.repeat(16) + '\\n' + key)
    ${text}`
  const asks = `
    const headers = { Authorization: 'Bearer test_pro', 'X-Key': key }
    const answer = await fetch(process.env.ANIMAL_STORE_URL + '/pets?limit=1&api_key=' + encodeURIComponent(key), { headers })
    process.exit((await answer.json())[0].id === 1 ? 0 : 1)`
  for (const text of ['process.exit(1)', asks])
    for (const how of [[], ['--json']]) {
      const words = [process.execPath, '--input-type=module', '-e', prints(text), '--', '--key', key]
      const { code, out, err } = await printed('relies-on', ...how, '--', ...words)
      expect(code).toBe(text === asks ? 1 : 3)
      expect(out).toContain('[API key]')
      expect(keyFormsIn(out + err, key)).toEqual([])
    }
}, 60_000)

test.each<readonly string[]>([
  ['contract', '--url', 'KEY'],
  ['contract', '--url', 'https://KEY.example/v1', ...withKey],
  ['contract', '--KEY'],
  ['contract', 'KEY'],
  ['KEY'],
  ['help', 'KEY'],
  ['drift', 'KEY', 'http://127.0.0.1:9/v1'],
  ['contract', '--url', 'http://127.0.0.1:9/v1', ...withKey, '--report', 'json=/no/such/KEY/file'],
  ['contract', '--url', 'http://127.0.0.1:9/v1', '--report', 'KEY'],
  ['contract', '--timeout', 'KEY'],
  ['check', 'KEY'],
  ['proxy', '--to', 'KEY'],
  ['mock', '--dataset', 'KEY'],
  ['mock', '--from', 'dataset=KEY'],
  ['seed', '--url', 'http://127.0.0.1:9/v1', ...withKey, '--journal', '/no/such/KEY'],
])('a message shows no key that was typed in the wrong place: %s %s %s', async (...words) => {
  // What a command has read once stays hidden.
  const typed = `ech0/${randomBytes(9).toString('base64url')}+4~X_q9.Zt==ab`
  vi.stubEnv('ECHOED_KEY', typed)
  const { code, out, err } = await printed(...words.map((word) => word.replace(/(?<!_)KEY/, typed)))
  expect(code).toBeGreaterThan(0)
  expect(err).not.toBe('')
  expect(keyFormsIn(out + err, typed)).toEqual([])
})

test('a message shows no key that was typed behind --key and once more', async () => {
  const typed = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc'
  for (const flag of [['--key', typed], [`--key=${typed}`]]) {
    const { code, err } = await printed('contract', '--url', typed, ...flag)
    expect(code).toBe(2)
    expect(keyFormsIn(err, typed)).toEqual([])
  }
})

test('the search of this test finds each form of a key, and of most of it', () => {
  for (const [name, encode] of Object.entries(keyForms)) {
    expect(keyFormsIn(`before ${encode(key)} after`, key)).toContain(name)
    expect(keyFormsIn(JSON.stringify({ text: encode(key) }), key)).toContain(name)
  }
  expect(keyFormsIn('nothing of it', key)).toEqual([])
})
