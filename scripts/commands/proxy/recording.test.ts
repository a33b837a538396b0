import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { echoes, issuedToken, startEcho } from '../../testing/echoing-deployment.ts'
import { keyForms, keyFormsIn } from '../../testing/key-forms.ts'
import { printed } from '../../testing/printed.ts'
import { tempFolder } from '../../testing/temp-folder.ts'
import { proxied } from './test-proxy.ts'

// The thread that judges gives way to all others, so on a busy machine it takes its time.
vi.setConfig({ testTimeout: 90_000 })

const keys = ['ech0/key+4~X_q9.Zt-Lw==ab7Qn2', 'another.Key/9f8e7d6c5b4a-of-somebody']

/** A secret that is known by its name alone, in each place that a client may put one. */
const secrets = Array.from({ length: 24 }, (_, at) => `s3cret-${at}-${'Q7'.repeat(6)}${at}`)
const [one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve, ...rest] = secrets

/** Sends a request with headers as often as they are given. */
async function send(url: string, method: string, headers: readonly string[], body?: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const sent = httpRequest(url, { method, headers }, (response) => response.resume().on('close', resolve))
  sent.on('error', () => resolve())
  sent.end(body)
  await promise
}

function headersOf(url: string, ...more: readonly string[]): readonly string[] {
  return ['Host', new URL(url).host, ...more]
}

/** Every way in which a client may send what nobody else should read. */
async function sendSecrets(url: string): Promise<void> {
  const json = ['Content-Type', 'application/json']
  const form = ['Content-Type', 'application/x-www-form-urlencoded']
  const named: readonly (readonly [string, string | undefined])[] = [
    ['X-Auth-Token', one],
    ['Api-Key', two],
    ['X-Amz-Security-Token', three],
    ['X-Access-Token', four],
    ['X-CSRF-Token', five],
    ['Cookie', `a=1; sid=${six}`],
    ['Referer', `https://app.example/?access_token=${seven}&x=1#id_token=${eight}`],
    ['Authorization', `Bearer ${keys[0]}`],
    ['Authorization', `Bearer ${nine}`],
    ['Proxy-Authorization', `Basic ${Buffer.from(`somebody:${ten}`).toString('base64')}`],
  ]
  await send(`${url}/v1/pets?limit=1`, 'GET', headersOf(url, ...named.flatMap(([name, value = '']) => [name, value])))
  const names = ['jwt', 'session', 'access', 'token', 'key', 'sig']
  const query = names.map((name, at) => `${name}=${rest[at]}`).join('&')
  await send(`${url}/v1/pets?${query}&q=${keys[0]}`, 'GET', headersOf(url, 'Authorization', `Bearer ${keys[1]}`))
  const members = {
    name: 'Rex',
    categoryId: 1,
    client_secret: eleven,
    login: { password: twelve },
    session: { id: rest[6] },
  }
  const tokens = { access_token: rest[7], note: `refresh_token=${rest[8]}`, inner: JSON.stringify({ apiKey: rest[9] }) }
  const sentAs = (type: readonly string[]) => headersOf(url, ...type, 'Authorization', `Bearer ${keys[1]}`)
  await send(`${url}/v1/pets`, 'POST', sentAs(json), JSON.stringify({ ...members, ...tokens }))
  await send(`${url}/v1/pets`, 'POST', sentAs(form), `password=${rest[10]}&user%5Bpwd%5D=${rest[11]}`)
}

/** A proxy before a deployment while something is done with it: all that it printed, wrote and served. */
async function outputsOf(id: string, use: (url: string) => Promise<unknown>) {
  const place = tempFolder()
  const deployment = await startEcho(id, ({ headers }) => (headers.authorization ?? '').replace(/^Bearer /, ''))
  const served: (readonly [string, string])[] = []
  const file = (name: string) => join(place, name)
  const record = file('traffic.har')
  const kinds = ['json', 'html', 'junit', 'markdown'].map((kind) => [kind, file(`report.${kind}`)] as const)
  const flags = { panel: 0, record, report: kinds.map(([kind, path]) => `${kind}=${path}`) }
  const { out, err } = await proxied(deployment.url, flags, async (url, panel) => {
    await use(url)
    const text = async (path: string) => (await fetch(`${panel}_mock/${path}`)).text()
    const entries = async () => JSON.parse(await text('sandboxes/default/journal')) as object
    await expect.poll(entries, { timeout: 60_000 }).toMatchObject({ total: deployment.asked() })
    const journal = 'sandboxes/default/journal'
    for (const path of [journal, `${journal}/export`, 'sandboxes/default/conduct', 'findings'])
      served.push([path, await text(path)])
  })
  const recorded = readFileSync(record, 'utf8')
  const files = kinds.map(([kind, path]) => [kind, readFileSync(path, 'utf8')] as const)
  return { texts: [['printed', out], ['errors', err], ['record', recorded], ...served, ...files] as const, record }
}

/** That all of them are in what was sent: nothing is proved about what did not get there. */
function requireNone(texts: readonly (readonly [string, string])[]): void {
  for (const [name, text] of texts) {
    for (const key of keys) expect(keyFormsIn(text, key), name).toEqual([])
    for (const secret of [...secrets, issuedToken]) {
      expect(text.includes(secret), `${secret} in ${name}`).toBe(false)
      expect(text.includes(encodeURIComponent(secret)), `${secret} in ${name}`).toBe(false)
    }
  }
}

test.each(Object.keys(echoes).filter((id) => !id.includes('no HTTP')))(
  'nothing that the proxy prints, records or serves shows a key: a deployment %s',
  async (id) => {
    const { texts, record } = await outputsOf(id, async (url) => {
      await sendSecrets(url)
      for (const key of keys)
        for (let times = 0; times < Object.keys(keyForms).length; times++) {
          const authorized = headersOf(url, 'Authorization', `Bearer ${key}`)
          await send(`${url}/v1/pets?limit=1`, 'GET', authorized)
          await send(`${url}/v1/pets/7`, 'GET', authorized)
        }
    })
    requireNone(texts)
    expect(readFileSync(record, 'utf8')).toMatch(/Bearer key-\d/)
    expect(statSync(record).mode & 0o777).toBe(0o600)
  },
  60_000,
)

test('a recording of somebody else, keys and all, shows none of them when it is checked', async () => {
  const entries = Object.values(keyForms).flatMap((encode) =>
    keys.map((key) => ({
      startedDateTime: '2027-01-01T00:00:00Z',
      time: 1,
      request: {
        method: 'GET',
        url: `https://staging.example/v1/pets?limit=1&api_key=${encodeURIComponent(key)}`,
        headers: [
          { name: 'Authorization', value: `Bearer ${key}` },
          { name: 'X-Auth-Token', value: one },
        ],
      },
      response: {
        status: 200,
        headers: [
          { name: 'content-type', value: `text/${encode(key)}` },
          { name: 'x-session', value: two },
        ],
        content: {
          text: JSON.stringify([{ id: 1, name: 'KEY', categoryId: 1, status: 'KEY' }, { KEY: one }]).replaceAll(
            'KEY',
            () => encode(key),
          ),
        },
      },
    })),
  )
  const folder = tempFolder()
  const file = join(folder, 'others.har')
  writeFileSync(file, JSON.stringify({ log: { entries } }))
  const html = join(folder, 'check.html')
  const junit = join(folder, 'check.xml')
  const runs = [
    await printed('check', file, '--report', `html=${html}`, '--report', `junit=${junit}`),
    await printed('check', file, '--json'),
  ]
  expect(runs.map(({ code }) => code)).toEqual([1, 1])
  const said = runs.map(({ out, err }) => out + err).join('')
  expect(said).toContain('key-1')
  requireNone([
    ['printed', said],
    ['html', readFileSync(html, 'utf8')],
    ['junit', readFileSync(junit, 'utf8')],
  ])
})
