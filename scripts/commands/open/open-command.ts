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
  run: ({ port }, shell) => openPanel(`http://127.0.0.1:${port}/`, shell),
  more: `
It starts the browser that the system prefers, or the program that BROWSER names.

Examples:
  animal-store open
  animal-store open --port 4011`,
})

const answerMilliseconds = 3000

/** @throws {Failure} when no panel is served there, or no browser can be started */
async function openPanel(address: string, shell: Shell): Promise<void> {
  const page = await fetch(address, { signal: AbortSignal.timeout(answerMilliseconds) }).catch(() => undefined)
  await page?.body?.cancel()
  if (page === undefined || !page.headers.get('content-type')?.startsWith('text/html'))
    throw new Failure(`Cannot open ${address}: no panel is served there. Start the mock first: ${typedCommand('mock')}`)
  shell.out(`${address}\n`)
  await start(address).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Failure(`Cannot start a browser: ${reason}. Open ${address} by hand, or name a program in BROWSER.`)
  })
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
