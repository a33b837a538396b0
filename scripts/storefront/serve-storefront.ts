import { build, mergeConfig, preview } from 'vite'
import { builtOnce } from '../build/built-once.ts'
import config from './vite.config.ts'

/** Serves the built shop on a free port; `url` ends in a slash. */
export async function serveStorefront() {
  const configOf = (outDir: string) =>
    mergeConfig(config, { configFile: false, logLevel: 'error', build: { outDir }, preview: { port: 0 } })
  const outDir = await builtOnce('shop', (folder) => build(configOf(folder)))
  const server = await preview(configOf(outDir))
  return { url: server.resolvedUrls?.local[0] ?? '', outDir, close: () => server.close() }
}
