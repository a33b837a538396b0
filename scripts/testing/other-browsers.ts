import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { freePort, onPath } from '../../mocks/testing/programs.ts'

/** A browser that Playwright cannot drive as Debian packages it: spec/decisions/0052-where-a-library-was-turned-down.md. */
export interface OtherBrowser extends AsyncDisposable {
  open(address: string): Promise<void>
  /** Runs an expression in the page, awaits it, and gives its value by way of JSON. Rejects when it throws. */
  evaluate<T>(expression: string): Promise<T>
}

const miniBrowser = globSync('/usr/{lib,libexec}/**/webkit2gtk-4*/MiniBrowser')[0]
const firefox = onPath(['firefox-esr', 'firefox'])

/** Each such browser: how it is started, or `undefined` where what it needs is not installed. */
export const otherBrowsers: Readonly<Record<string, (() => Promise<OtherBrowser>) | undefined>> = {
  Firefox: firefox === undefined ? undefined : () => startFirefox(firefox),
  WebKit: [onPath(['WebKitWebDriver']), onPath(['Xvfb']), miniBrowser].includes(undefined) ? undefined : startWebKit,
}

const asJson = (expression: string) => `(async () => JSON.stringify(await (${expression})) ?? 'null')()`

/** Starts Firefox without a window, and drives it by WebDriver BiDi. */
async function startFirefox(file: string): Promise<OtherBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'))
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0']
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  const [address] = await said(child.stderr, /ws:\/\/\S+/)
  const socket = new WebSocket(`${address}/session`)
  await once(socket, 'open')
  const answers = new Map<number, (message: BidiMessage) => void>()
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as BidiMessage
    answers.get(message.id ?? 0)?.(message)
  })
  let sent = 0
  async function send(method: string, params: object = {}) {
    const id = ++sent
    const { promise, resolve } = Promise.withResolvers<BidiMessage>()
    answers.set(id, resolve)
    socket.send(JSON.stringify({ id, method, params }))
    const { result, error, message } = await promise
    answers.delete(id)
    if (result === undefined) throw new Error(`${method}: ${error}: ${message}`)
    return result
  }
  await send('session.new', { capabilities: {} })
  const context = (await send('browsingContext.getTree')).contexts?.[0]?.context
  await send('browsingContext.setViewport', { context, viewport: { width: 1280, height: 800 } })
  return {
    async open(url) {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    async evaluate(expression) {
      const target = { context }
      const done = await send('script.evaluate', { expression: asJson(expression), target, awaitPromise: true })
      if (done.result === undefined) throw new Error(done.exceptionDetails?.text)
      return JSON.parse(done.result.value)
    },
    async [Symbol.asyncDispose]() {
      // With all its processes. Its profile is not needed any more.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      await ended(child)
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

type BidiMessage = WebDriverError & {
  readonly id?: number
  readonly result?: {
    readonly contexts?: readonly { readonly context: string }[]
    readonly result?: { readonly value: string }
    readonly exceptionDetails?: { readonly text: string }
  }
}

/** Starts WebKitGTK's MiniBrowser on a screen of its own, and drives it by WebDriver. */
async function startWebKit(): Promise<OtherBrowser> {
  const screenArgs = ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp']
  const screen = spawn('Xvfb', screenArgs, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const [display] = await said(screen.stdio[3] as Readable, /(?<!\d)\d+(?=\n)/)
  const port = await freePort()
  const env = { ...process.env, DISPLAY: `:${display}`, WEBKIT_DISABLE_DMABUF_RENDERER: '1' }
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore', env, detached: true })

  async function send<T>(method: string, path: string, body?: object): Promise<T> {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
    const { value } = (await (await fetch(`http://127.0.0.1:${port}${path}`, init)).json()) as {
      value: T & WebDriverError
    }
    if (value?.error !== undefined) throw new Error(`${path}: ${value.error}: ${value.message}`)
    return value
  }
  for (let isReady = false; !isReady;) {
    isReady = await send<{ ready: boolean }>('GET', '/status').then(
      ({ ready }) => ready,
      () => false,
    )
    if (driver.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${driver.exitCode}.`)
  }
  const options = { binary: miniBrowser, args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', { capabilities })
  const session = `/session/${sessionId}`
  await send('POST', `${session}/window/rect`, { width: 1280, height: 880 })
  return {
    open: (url) => send('POST', `${session}/url`, { url }),
    async evaluate(expression) {
      const done = `(value) => arguments[0]({ value }), (error) => arguments[0]({ error: 'it threw', message: String(error) })`
      const script = `${asJson(expression)}.then(${done})`
      return JSON.parse((await send<{ value: string }>('POST', `${session}/execute/async`, { script, args: [] })).value)
    },
    async [Symbol.asyncDispose]() {
      await send('DELETE', session)
      driver.kill()
      await ended(driver)
      screen.kill()
      await ended(screen)
    },
  }
}

interface WebDriverError {
  readonly error?: string
  readonly message?: string
}

/** Waits until a program has printed this. */
async function said(stream: Readable, what: RegExp): Promise<RegExpExecArray> {
  let text = ''
  for await (const chunk of stream.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    const found = what.exec(text)
    if (found !== null) {
      // Its further output must not fill the pipe.
      stream.resume()
      return found
    }
  }
  throw new Error(`It ended without a word of ${what}: ${text}`)
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
