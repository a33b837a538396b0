import { expect, test } from 'vitest'
import { createProxyGuard } from './proxy-guard.ts'
import { proxyTo, proxyToRaw, raw } from './test-proxy.ts'

/** Sends a request with these headers to a guarded proxy. @returns its status, and what the deployment saw */
async function sent(lines: readonly string[], hosts: readonly string[] = [], method = 'GET') {
  const said: string[] = []
  const { deployment } = await proxyToRaw()
  const guard = createProxyGuard(hosts, (line) => void said.push(line))
  const { port } = await proxyTo(deployment.port, { guard })
  const answer = await raw(port, [`${method} /v1/pets HTTP/1.1`, 'Connection: close', ...lines, '', ''].join('\r\n'))
  return { status: answer.slice(9, 12), answer, said, seen: deployment.seen.length, port, deployment }
}

const local = 'Host: 127.0.0.1:4011'

test.each<[string, readonly string[]]>([
  ['no page', [local]],
  ['no page, by another name of this machine', ['Host: LocalHost']],
  ['no page, over IPv6', ['Host: [::1]:4011']],
  ['the frontend of a developer', [local, 'Origin: http://localhost:5173', 'Sec-Fetch-Site: cross-site']],
  ['a frontend over https', [local, 'Origin: https://127.0.0.1', 'Sec-Fetch-Site: cross-site']],
  ['an app in a web view', [local, 'Origin: capacitor://localhost', 'Sec-Fetch-Site: cross-site']],
  ['a page of another port that shows an image', [local, 'Sec-Fetch-Site: same-site']],
  ['a person who typed the address', [local, 'Sec-Fetch-Site: none', 'Sec-Fetch-Mode: navigate']],
])('%s may ask', async (_who, lines) => {
  for (const method of ['GET', 'POST', 'OPTIONS'])
    expect(await sent(lines, [], method)).toMatchObject({ status: '200', said: [] })
})

test.each<[string, readonly string[]]>([
  ['a page by a name of its own that points here', ['Host: evil.example:4011']],
  ['the same, with its origin', ['Host: evil.example:4011', 'Origin: http://evil.example:4011']],
  ['a name that begins like this machine', ['Host: localhost.evil.example']],
  ['a name that ends like this machine', ['Host: evil.localhost.']],
  ['an address of another machine', ['Host: 192.168.1.5:4011']],
  ['a host with a user', ['Host: localhost@evil.example']],
  ['an empty host', ['Host: ']],
  ['a page of another site', [local, 'Origin: https://evil.example', 'Sec-Fetch-Site: cross-site']],
  ['a page of a site named like this machine', [local, 'Origin: https://localhost.evil.example']],
  ['a page of two sites', [local, 'Origin: http://localhost', 'Origin: https://evil.example']],
  ['a page in a sandboxed frame', [local, 'Origin: null', 'Sec-Fetch-Site: cross-site']],
  ['an empty origin', [local, 'Origin: ']],
  ['an image in a page of another site', [local, 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors']],
  ['a link in a page of another site', [local, 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate']],
])('%s may not ask, and hears nothing of the deployment', async (_who, lines) => {
  for (const method of ['GET', 'POST', 'OPTIONS']) {
    const { status, seen, answer, said } = await sent(lines, [], method)
    expect([status, seen]).toEqual(['403', 0])
    expect(answer).not.toMatch(/access-control/i)
    // A browser shows no reason to the page, so the terminal does.
    expect(said).toEqual([expect.stringContaining('--allow-host adds another')])
  }
})

test('further hosts may be reached and ask, with any port or with one', async () => {
  const hosts = ['app.example', 'proxy.test:4011']
  for (const [status, lines] of [
    ['200', [local, 'Origin: https://app.example']],
    ['200', ['Host: APP.example:80', 'Origin: http://app.example:8080']],
    ['200', ['Host: proxy.test:4011']],
    ['403', ['Host: proxy.test:4012']],
    ['403', [local, 'Origin: https://other.app.example']],
  ] as const)
    expect([(await sent(lines, hosts)).status, lines]).toEqual([status, lines])
})
