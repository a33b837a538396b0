import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createAnimalStore } from '../../../mocks/index.ts'
import { startServer } from '../../../mocks/http/index.ts'
import { run } from '../run.ts'
import { listen } from '../../../mocks/http/listen.ts'

async function open(port: number) {
  let [out, err] = ['', '']
  const shell = { out: (text: string) => void (out += text), err: (text: string) => void (err += text) }
  const code = await run(['open', '--port', String(port)], { ...shell, columns: undefined })
  return { code, out, err }
}

/** Serves a page, or an answer of another kind, on a free port. */
async function serve(type: string, status = 200): Promise<number> {
  const server = createServer((_, response) => void response.writeHead(status, { 'content-type': type }).end('x'))
  onTestFinished(() => void server.close())
  return listen(server, '127.0.0.1', 0)
}

/** A program in place of the browser, and the file into which it writes the address that it was started with. */
function fakeBrowser(): { note: string; folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'open-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [browser, note] = [join(folder, 'browser'), join(folder, 'note')]
  writeFileSync(browser, `#!/bin/sh\nprintf %s "$1" > "${note}.part" && mv "${note}.part" "${note}"\n`)
  chmodSync(browser, 0o755)
  vi.stubEnv('BROWSER', browser)
  onTestFinished(() => void vi.unstubAllEnvs())
  return { note, folder }
}

const isWindows = process.platform === 'win32'

test.skipIf(isWindows)('starts the browser with the address of the panel', async () => {
  const { note, folder } = fakeBrowser()
  const port = await serve('text/html; charset=utf-8')
  const address = `http://127.0.0.1:${port}/`
  expect(await open(port)).toEqual({ code: 0, out: `${address}\n`, err: '' })
  await expect.poll(() => existsSync(note)).toBe(true)
  expect(readFileSync(note, 'utf8')).toBe(address)
  vi.stubEnv('BROWSER', join(folder, 'no-such-browser'))
  expect(await open(port)).toMatchObject({
    code: 1,
    err: expect.stringContaining('Cannot start a browser: ') as string,
  })
})

test.skipIf(isWindows)('opens a mock that speaks TLS by https', async () => {
  const { note } = fakeBrowser()
  const server = await startServer({ store: createAnimalStore(), port: 0, tls: true })
  onTestFinished(() => server.close())
  const port = Number(new URL(server.url).port)
  expect(await open(port)).toEqual({ code: 0, out: `https://127.0.0.1:${port}/\n`, err: '' })
  await expect.poll(() => existsSync(note)).toBe(true)
  expect(readFileSync(note, 'utf8')).toBe(`https://127.0.0.1:${port}/`)
})

test.each([
  ['application/json', 200],
  ['text/html', 400],
])('where no panel is served, but %s with %i, it says how to start the mock', async (type, status) => {
  const port = await serve(type, status)
  const { code, out, err } = await open(port)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(/no panel is served there\. Start the mock first: .*animal-store.* mock\n$/)
})
