import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PreviewServer, build, preview } from 'vite'
import { storefrontConfig } from './vite-config.ts'

export interface ServeOptions {
  /** At 127.0.0.1. Default: 0, which takes any free one. */
  readonly port?: number | undefined
  /** Whether the panel of the mock is beside the shop, as while one develops. Default: false. */
  readonly hasPanel?: boolean | undefined
}

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

/** Builds the shop into a folder, which is emptied first. Any file server can serve it, below any path. */
export async function buildStorefront(outDir: string, hasPanel: boolean): Promise<void> {
  const config = storefrontConfig()
  // Said outright, because a test runner makes Vite build for development.
  const define = { 'import.meta.env.DEV': String(hasPanel) }
  await build({ ...config, define, logLevel: 'error', build: { ...config.build, outDir } })
}

/** Builds the shop and serves what was built, under a strict policy. Rejects when it cannot listen. */
export async function serveStorefront({ port = 0, hasPanel = false }: ServeOptions = {}): Promise<RunningStorefront> {
  const outDir = mkdtempSync(join(tmpdir(), 'storefront-'))
  let server: PreviewServer | undefined
  async function close(): Promise<void> {
    await server?.close()
    rmSync(outDir, { recursive: true })
  }
  try {
    await buildStorefront(outDir, hasPanel)
    const headers = { 'Content-Security-Policy': strictPolicy }
    const options = { host, port, strictPort: true, headers }
    server = await preview({ ...storefrontConfig(), logLevel: 'error', build: { outDir }, preview: options })
  } catch (error) {
    await close()
    throw error
  }
  return { url: urlOf(server.httpServer), close }
}

function urlOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address !== 'object') throw new Error('The shop is not being served.')
  return `http://${host}:${address.port}/`
}
