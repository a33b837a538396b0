import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { defineCommand, number } from '../command.ts'
import { mostPort, typedCommand } from '../deployment.ts'
import { Failure, type Shell } from '../shell.ts'

const options = {
  'Options:': { '--port <number>': { ...number('the port of the mock', mostPort, 1), usual: 4010 } },
} as const

/** The command `open`. */
export const command = defineCommand({
  name: 'open',
  about: 'Open the panel of a running mock in the browser.',
  options,
  run: ({ port }, shell) => openPanel(port, shell),
  more: `
It starts the browser that the system prefers, or the program that BROWSER names.

Examples:
  animal-store open
  animal-store open --port 4011`,
})

const answerMilliseconds = 3000

/** @throws {Failure} when no panel is served there, or no browser can be started */
async function openPanel(port: number, shell: Shell): Promise<void> {
  const plain = `http://127.0.0.1:${port}/`
  const address = await panelAt(plain).catch(() => undefined)
  if (address === undefined)
    throw new Failure(`Cannot open ${plain}: no panel is served there. Start the mock first: ${typedCommand('mock')}`)
  shell.out(`${address}\n`)
  await start(address).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Failure(`Cannot start a browser: ${reason}. Open ${address} by hand, or name a program in BROWSER.`)
  })
}

/** The address of the panel; `undefined` where there is none. */
async function panelAt(plain: string): Promise<string | undefined> {
  const page = await fetch(plain, { signal: AbortSignal.timeout(answerMilliseconds) })
  const isPage = page.headers.get('content-type')?.startsWith('text/html') === true
  // A mock with --tls refuses what is not encrypted, and says why.
  if (page.status === 400)
    return (await page.text()).includes('speaks TLS') ? plain.replace('http', 'https') : undefined
  await page.body?.cancel()
  return isPage ? plain : undefined
}

const starters: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' }

/** Starts a browser, and does not wait for its end. */
async function start(address: string): Promise<void> {
  const { BROWSER = '' } = process.env
  const program = BROWSER === '' ? (starters[process.platform] ?? 'xdg-open') : BROWSER
  const browser = spawn(program, [address], { stdio: 'ignore', detached: true })
  await once(browser, 'spawn')
  browser.unref()
}
