import { fileURLToPath } from 'node:url'
import { type InlineConfig, build } from 'vite'

/** A version of MSW, by the name under which it is installed. */
export type MswName = 'msw' | 'msw-2.15' | 'msw-2.7'

const root = fileURLToPath(new URL('../..', import.meta.url))
const entryId = 'virtual:test-page'

/**
 * Bundles the script of a page as an app would.
 * @param source a module; its imports are paths from the top of this repository
 * @returns its files by their paths; the page loads `/page.js`
 */
export async function bundlePage(source: string, msw: MswName = 'msw'): Promise<ReadonlyMap<string, string>> {
  // The kit imports msw by its name; here that name is this version's.
  return bundle(source, msw === 'msw' ? {} : { resolve: { alias: [{ find: /^msw(?=$|\/)/, replacement: msw }] } })
}

/** Bundles a program for Node into one file, which starts in a third of the time that its sources take. */
export async function bundleProgram(source: string): Promise<string> {
  const files = await bundle(source, { ssr: { noExternal: true }, build: { ssr: true } }, { codeSplitting: false })
  return files.get('/page.js') ?? ''
}

async function bundle(source: string, config: InlineConfig, output: object = {}): Promise<ReadonlyMap<string, string>> {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'error',
    ...config,
    build: {
      write: false,
      ...config.build,
      rolldownOptions: {
        input: entryId,
        output: { entryFileNames: 'page.js', chunkFileNames: '[name]-[hash].js', ...output },
      },
    },
    plugins: [
      {
        name: 'test-page',
        resolveId: (id) => (id === entryId ? `\0${entryId}` : null),
        load: (id) => (id === `\0${entryId}` ? source : null),
      },
    ],
  })
  const built = [result].flat().flatMap((one) => ('output' in one ? one.output : []))
  return new Map(built.map((file) => [`/${file.fileName}`, 'code' in file ? file.code : String(file.source)]))
}
