import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { localhostCertificate } from '../../../mocks/http/localhost-certificate.ts'
import { run } from '../run.ts'
import { processShell } from '../shell.ts'
import { listen } from '../../../mocks/http/listen.ts'

const program = fileURLToPath(new URL('../../animal-store.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'tls-'))
const file = (name: string) => join(folder, name)
const children: ChildProcess[] = []
let address = ''

/** Starts a command. @returns the address below /v1 that it prints */
async function start(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk))
  await vi.waitFor(() => expect(out).toMatch(/\/v1\b/), { timeout: 20_000 })
  return /https?:\/\/127\S+\/v1/.exec(out)?.[0] ?? ''
}

beforeAll(async () => {
  const { cert, key } = localhostCertificate()
  writeFileSync(file('cert.pem'), cert)
  writeFileSync(file('key.pem'), key)
  address = await start('mock', '--port', '0', '--tls-cert', file('cert.pem'), '--tls-key', file('key.pem'))
}, 30_000)

afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

/** Runs a command in this process. @returns its exit code and what it printed */
async function tell(...args: string[]) {
  let printed = ''
  const print = (chunk: string) => void (printed += chunk)
  return [await run(args, { ...processShell, out: print, err: print }), printed] as const
}

test('the suite passes by a certificate that it is told to trust', async () => {
  expect(address).toMatch(/^https:/)
  const [code, printed] = await tell('contract', '--url', address, '--key', 'test_pro', '--ca', file('cert.pem'))
  expect([code, printed]).toEqual([0, expect.stringContaining('clauses that were tested held')])
}, 30_000)

test('NODE_EXTRA_CA_CERTS makes every command and fetch trust it', async () => {
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: file('cert.pem') }
  const fetching = `fetch('${address}/pets/1', { headers: { authorization: 'Bearer test_pro' } }).then(async (it) => console.log(await it.text()))`
  for (const args of [
    [program, 'contract', '--url', address, '--key', 'test_pro.extra', '--read-only'],
    ['--eval', fetching],
  ]) {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    expect([code, printed]).toEqual([0, expect.stringMatching(/tested held|"id":1,/)])
  }
}, 30_000)

test('the proxy forwards to it', async () => {
  const proxy = await start('proxy', '--to', address, '--port', '0', '--ca', file('cert.pem'))
  const response = await fetch(`${proxy}/pets/1`, { headers: { authorization: 'Bearer test_pro' } })
  expect([response.status, await response.json()]).toMatchObject([200, { id: 1 }])
}, 30_000)

test('the suite asks about https where a server hangs up on plain HTTP', async () => {
  const server = createServer((socket) => socket.once('data', () => socket.end()))
  const url = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}/v1`
  const [code, printed] = await tell('contract', '--url', url, '--key', 'test_pro')
  server.close()
  expect([code, printed]).toEqual([3, expect.stringContaining('perhaps its address begins with https://.')])
}, 30_000)

test('the suite asks about https where the mock answers that it speaks TLS', async () => {
  const url = address.replace('https:', 'http:')
  const [code, printed] = await tell('contract', '--url', url, '--key', 'test_pro')
  expect([code, printed]).toEqual([3, expect.stringContaining('perhaps its address begins with https://.')])
}, 30_000)

test.each([
  [['--tls-cert', 'cert.pem'], '--tls-key FILE is missing'],
  [['--tls-key', 'key.pem'], '--tls-cert FILE is missing'],
  [['--tls-cert', 'nope.pem', '--tls-key', 'key.pem'], 'Cannot read the file of --tls-cert, '],
  [['--tls-cert', 'key.pem', '--tls-key', 'cert.pem'], 'there is a private key where the certificate should be'],
])('mock %s says what is wrong', async (flags, problem) => {
  const given = flags.map((flag) => (flag.endsWith('.pem') ? file(flag) : flag))
  const [code, printed] = await tell('mock', '--port', '0', ...given)
  expect([code, printed]).toEqual([2, expect.stringContaining(problem)])
})

test('a certificate of its own is told, with the way to one that clients trust', async () => {
  const child = spawn(process.execPath, [program, 'mock', '--port', '0', '--tls'])
  children.push(child)
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk))
  await expect.poll(() => out, { timeout: 20_000 }).toContain('One line for each call')
  expect(out).toMatch(/curl -ik .*https:\/\/127/)
  expect(out).toContain('mkcert localhost')
}, 30_000)
