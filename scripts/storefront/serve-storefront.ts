import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, mergeConfig, preview } from 'vite'
import config from './vite.config.ts'

/** Builds the shop into a folder of its own and serves it on a free port; `url` ends in a slash. */
export async function serveStorefront() {
  const outDir = mkdtempSync(join(tmpdir(), 'storefront-'))
  const own = mergeConfig(config, { configFile: false, logLevel: 'error', build: { outDir }, preview: { port: 0 } })
  await build(own)
  const server = await preview(own)
  const close = () => server.close().finally(() => rmSync(outDir, { recursive: true }))
  return { url: server.resolvedUrls?.local[0] ?? '', outDir, close }
}
