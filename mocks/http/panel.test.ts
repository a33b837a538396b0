import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { tempFolder } from '../../scripts/testing/temp-folder.ts'
import { createControl } from '../control/index.ts'
import { createAnimalStore } from '../entry.ts'
import { testServer } from '../testing/test-server.ts'
import { sendRaw } from '../testing/wire.ts'
import { type PanelFiles, type RunningServer, readPanelFiles } from './index.ts'

const start = (panel: PanelFiles | undefined, hosts?: readonly string[]): Promise<RunningServer> =>
  testServer({}, { control: createControl(createAnimalStore()), panel, hosts })

/** The folder of a panel that was built. */
async function builtPanel(): Promise<string> {
  const folder = tempFolder()
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Panel</title>')
  await writeFile(join(folder, 'panel.js'), 'console.log("ä")')
  await writeFile(join(folder, 'panel.css'), 'body {}')
  await writeFile(join(folder, 'secret.txt'), 'not of the panel')
  return folder
}

const ask = async ({ port }: RunningServer, request: string, headers = `Host: localhost:${port}`, isHead = false) => {
  const [response] = await sendRaw(port, `${request} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`, isHead)
  if (response === undefined) throw new Error('no response')
  return response
}

const hardening = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-cache',
}

test.each([
  ['/', 'text/html; charset=utf-8', '<!doctype html><title>Panel</title>'],
  ['/?sandbox=other', 'text/html; charset=utf-8', '<!doctype html><title>Panel</title>'],
  ['/panel/panel.js', 'text/javascript; charset=utf-8', 'console.log("ä")'],
  ['/panel/panel.css', 'text/css; charset=utf-8', 'body {}'],
])('%s is a file of the panel, hardened', async (path, type, body) => {
  const server = await start(readPanelFiles(await builtPanel()))
  const response = await ask(server, `GET ${path}`)
  expect([response.status, response.headers['content-type'], response.body]).toEqual([200, type, body])
  expect(response.headers).toMatchObject(hardening)
  expect(response.headers['access-control-allow-origin']).toBeUndefined()
  const head = await ask(server, `HEAD ${path}`, undefined, true)
  const { date: _, ...same } = response.headers
  expect([head.status, head.headers, head.body]).toEqual([200, expect.objectContaining(same), ''])
})

const noFiles = ['', '/', '/secret.txt', '/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/panel.js/']

test.each([...[...noFiles, '/index.html', '/constructor'].map((path) => `/panel${path}`), '/index.html', '//'])(
  '%s is no file of the panel, and answered as without one',
  async (path) => {
    const [withPanel, without] = [await start(readPanelFiles(await builtPanel())), await start(undefined)]
    const response = await ask(withPanel, `GET ${path}`)
    expect([response.status, JSON.parse(response.body)]).toEqual([404, expect.objectContaining({ status: 404 })])
    expect(response.body).toBe((await ask(without, `GET ${path}`)).body)
    expect((await ask(without, 'GET /')).status).toBe(404)
  },
)

test('a page that is reached by a name of its own gets nothing of the panel', async () => {
  const server = await start(readPanelFiles(await builtPanel()), ['mock.test'])
  for (const path of ['/', '/panel/panel.js', '/panel/none']) {
    const refused = await ask(server, `GET ${path}`, 'Host: evil.example')
    expect([refused.status, JSON.parse(refused.body)]).toEqual([403, expect.objectContaining({ status: 403 })])
    expect(refused.body).toContain('Allowed: localhost, 127.0.0.1, [::1], mock.test.')
  }
  const inTarget = await ask(server, 'GET http://evil.example/', 'Host: localhost')
  expect(inTarget.status).toBe(403)
  for (const host of ['localhost:1', '127.0.0.1', '[::1]:9', 'mock.test']) {
    expect((await ask(server, 'GET /', `Host: ${host}`)).status).toBe(200)
  }
})

test('the panel is only read', async () => {
  const server = await start(readPanelFiles(await builtPanel()))
  for (const method of ['POST', 'OPTIONS', 'DELETE']) {
    const headers = 'Host: localhost\r\nOrigin: http://a.test\r\nAccess-Control-Request-Method: GET'
    const response = await ask(server, `${method} /`, headers)
    expect([response.status, response.headers['allow']]).toEqual([405, 'GET, HEAD'])
    expect(response.headers['access-control-allow-origin']).toBeUndefined()
  }
})

test('a panel that is not built says how to build it', async () => {
  const server = await start(readPanelFiles(tempFolder()))
  const page = await ask(server, 'GET /')
  expect([page.status, page.body]).toEqual([200, expect.stringContaining('npm run build:panel')])
  expect(page.headers).toMatchObject(hardening)
  expect((await ask(server, 'GET /panel/panel.js')).status).toBe(404)
})

test('answers with an Error when the panel cannot be read', async () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue()
  const server = await start(() => Promise.reject(new Error('no such disk')))
  const response = await ask(server, 'GET /')
  expect([response.status, JSON.parse(response.body)]).toEqual([500, expect.objectContaining({ status: 500 })])
  expect(response.body).not.toContain('disk')
  expect(printed.mock.calls).toEqual([[new Error('no such disk')]])
  printed.mockRestore()
})
