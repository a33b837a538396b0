import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { localhostCertificate } from '../../../mocks/http/localhost-certificate.ts'
import { printed } from '../../testing/printed.ts'
import { addressOf, startCommand, program } from '../../testing/program.ts'
import { serve } from '../../testing/serve.ts'
import { tempFolder } from '../../testing/temp-folder.ts'

const folder = tempFolder()
const file = (name: string) => join(folder, name)
const { cert, key } = localhostCertificate()
writeFileSync(file('cert.pem'), cert)
writeFileSync(file('key.pem'), key)
const flags = ['--tls-cert', file('cert.pem'), '--tls-key', file('key.pem')]
const address = await addressOf(startCommand(['mock', '--port', '0', ...flags]))

test('the suite passes by a certificate that it is told to trust', async () => {
  expect(address).toMatch(/^https:/)
  const { code, out } = await printed('contract', '--url', address, '--key', 'test_pro', '--ca', file('cert.pem'))
  expect([code, out]).toEqual([0, expect.stringContaining('clauses that were tested held')])
}, 30_000)

test('NODE_EXTRA_CA_CERTS makes every command and fetch trust it', async () => {
  const env = { NODE_EXTRA_CA_CERTS: file('cert.pem') }
  const fetching = `fetch('${address}/pets/1', { headers: { authorization: 'Bearer test_pro' } }).then(async (it) => console.log(await it.text()))`
  for (const started of [
    startCommand(['contract', '--url', address, '--key', 'test_pro.extra', '--read-only'], env),
    program(['--eval', fetching], { env }),
  ]) {
    expect(await started.ended).toEqual([0, null])
    expect(started.out()).toMatch(/tested held|"id":1,/)
  }
}, 30_000)

test('the proxy forwards to it', async () => {
  const proxy = await addressOf(startCommand(['proxy', '--to', address, '--port', '0', '--ca', file('cert.pem')]))
  const response = await fetch(`${proxy}/pets/1`, { headers: { authorization: 'Bearer test_pro' } })
  expect([response.status, await response.json()]).toMatchObject([200, { id: 1 }])
}, 30_000)

test.each([
  ['a server hangs up on plain HTTP', () => serve(createServer((socket) => socket.once('data', () => socket.end())))],
  ['the mock answers that it speaks TLS', () => ({ url: address.replace('https:', 'http:') })],
])(
  'the suite asks about https where %s',
  async (_where, serving) => {
    const { code, out } = await printed('contract', '--url', (await serving()).url, '--key', 'test_pro')
    expect([code, out]).toEqual([3, expect.stringContaining('perhaps its address begins with https://.')])
  },
  30_000,
)

test('a key in the place of the certificate is refused', async () => {
  const turned = ['--tls-cert', file('key.pem'), '--tls-key', file('cert.pem')]
  const { code, err } = await printed('mock', '--port', '0', ...turned)
  expect([code, err]).toEqual([2, expect.stringContaining('there is a private key where the certificate should be')])
})

test('a certificate of its own is told, with the way to one that clients trust', async () => {
  const { out } = startCommand(['mock', '--port', '0', '--tls'])
  await expect.poll(out, { timeout: 20_000 }).toContain('One line for each call')
  expect(out()).toMatch(/curl -ik .*https:\/\/127/)
  expect(out()).toContain('mkcert localhost')
}, 30_000)
