import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type InlineConfig, build, preview } from 'vite'
import { animalStore } from '../../mocks/vite/index.ts'

const source = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** How Vite builds the shop. In an app of your own, the package stands in node_modules in place of the alias. */
const config = {
  configFile: false,
  root: source('scripts/storefront/shop'),
  publicDir: false,
  logLevel: 'error',
  // It works below any path.
  base: './',
  resolve: {
    alias: {
      'animal-store-kit/browser': source('mocks/browser/index.ts'),
      'animal-store-kit/panel': source('mocks/panel/mount-panel.ts'),
    },
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
} satisfies InlineConfig

/** Scripts and styles of its own alone; requests also to a mock on this machine. */
const strictPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; worker-src 'self'; " +
  "connect-src 'self' http://127.0.0.1:* http://localhost:*; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Builds the shop into a folder, which is emptied first. Any file server can serve it, below any path. */
export async function buildStorefront(outDir: string): Promise<void> {
  const plugins = [animalStore({ build: true })]
  await build({ ...config, plugins, build: { target: 'es2023', assetsInlineLimit: 0, emptyOutDir: true, outDir } })
}

/** Builds the shop and serves it at 127.0.0.1, under a strict policy; `url` ends in a slash. Rejects when it cannot listen. */
export async function serveStorefront(port = 0) {
  const outDir = mkdtempSync(join(tmpdir(), 'storefront-'))
  const remove = () => rmSync(outDir, { recursive: true })
  try {
    await buildStorefront(outDir)
    const headers = { 'Content-Security-Policy': strictPolicy }
    const served = { host: '127.0.0.1', port, strictPort: true, headers }
    const server = await preview({ ...config, build: { outDir }, preview: served })
    return { url: server.resolvedUrls?.local[0] ?? '', close: () => server.close().finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}
