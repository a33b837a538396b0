import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { printed } from '../../testing/printed.ts'
import { addressOf, startCommand, program } from '../../testing/program.ts'

const pem = fileURLToPath(new URL('../../../mocks/testing/localhost.pem', import.meta.url))
const flags = ['--tls-cert', pem, '--tls-key', pem]
const address = await addressOf(startCommand(['mock', '--port', '0', ...flags]))

test('the suite passes by a certificate that it is told to trust', async () => {
  expect(address).toMatch(/^https:/)
  const { code, out } = await printed('contract', '--url', address, '--key', 'test_pro', '--ca', pem)
  expect([code, out]).toEqual([0, expect.stringContaining('clauses that were tested held')])
}, 30_000)

test('NODE_EXTRA_CA_CERTS makes every command and fetch trust it', async () => {
  const env = { NODE_EXTRA_CA_CERTS: pem }
  const fetching = `fetch('${address}/pets/1', { headers: { authorization: 'Bearer test_pro' } }).then(async (it) => console.log(await it.text()))`
  for (const started of [
    startCommand(['contract', '--url', address, '--key', 'test_pro.extra', '--read-only'], env),
    program(['--eval', fetching], { env }),
  ]) {
    expect(await started.ended).toEqual([0, null])
    expect(started.out()).toMatch(/tested held|"id":1,/)
  }
}, 30_000)

test('a file that is no certificate is refused', async () => {
  const { code, err } = await printed('mock', '--port', '0', '--tls-cert', 'package.json', '--tls-key', pem)
  expect([code, err]).toEqual([2, expect.stringMatching(/^Cannot speak TLS: .*\.$/m)])
})
