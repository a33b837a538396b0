import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, createServer, preview } from 'vite'
import { storefrontConfig } from './vite-config.ts'

/** A shop that is being served. */
export interface RunningStorefront {
  /** Ends in a slash. */
  readonly url: string
  close(): Promise<void>
}

const host = '127.0.0.1'

/** Scripts and styles of its own alone; requests also to a mock on this machine. */
const strictPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; worker-src 'self'; " +
  "connect-src 'self' http://127.0.0.1:* http://localhost:*; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Serves the sources of the shop by Vite, with the panel beside it; a change of a file shows at once. 0 takes any free port. */
export async function serveSources(port: number): Promise<RunningStorefront> {
  const server = await createServer({
    ...storefrontConfig(),
    logLevel: 'warn',
    server: { host, port, strictPort: true },
  })
  try {
    await server.listen()
  } catch (error) {
    await server.close()
    throw error
  }
  return { url: urlOf(server.httpServer?.address()), close: () => server.close() }
}

/** Builds the shop and serves what was built, under a strict policy and at any free port. */
export async function serveBuilt(): Promise<RunningStorefront> {
  const outDir = mkdtempSync(join(tmpdir(), 'storefront-'))
  const config = storefrontConfig()
  // Under a test runner Vite would build for development, with the panel.
  const define = { 'import.meta.env.DEV': 'false' }
  await build({ ...config, define, logLevel: 'error', build: { ...config.build, outDir } })
  const server = await preview({
    ...config,
    logLevel: 'error',
    build: { outDir },
    preview: { host, port: 0, headers: { 'Content-Security-Policy': strictPolicy } },
  })
  return {
    url: urlOf(server.httpServer.address()),
    async close() {
      await server.close()
      rmSync(outDir, { recursive: true })
    },
  }
}

function urlOf(address: ReturnType<import('node:net').Server['address']> | undefined): string {
  if (address === null || typeof address !== 'object') throw new Error('The shop is not being served.')
  return `http://${host}:${address.port}/`
}
