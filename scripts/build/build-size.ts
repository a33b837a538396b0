// Builds what `npm run size` weighs: what the kit adds to a page that has msw already, as its user's bundler would make it.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
// What msw brings along itself is no weight of ours.
const ofMsw = /^(?:msw|rettime|outvariant)(?:$|\/)/

/** Bundles a module alone into one file. What it loads later is left out: each such part is weighed by itself. */
async function bundle(name: string, entry: string): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [{ name: 'later', resolveDynamicImport: (id) => ({ id, external: true }) }],
    // As for a server, because Vite's own helper for parts of a page that load later is in the page already.
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr: true,
      minify: true,
      outDir: 'node_modules/.cache/size',
      emptyOutDir: false,
      target: 'es2023',
      rolldownOptions: {
        external: ofMsw,
        input: entry,
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: `${name}.js` },
      },
    },
  })
}

await bundle('start', 'mocks/browser/index.ts')
await bundle('first-change', fileURLToPath(import.meta.resolve('@msw/data')))
