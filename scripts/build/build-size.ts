// Builds what `npm run size` weighs: what the kit adds to a page that has msw already, as its user's bundler would make it.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
// What msw brings along itself is no weight of ours.
const ofMsw = /^(?:msw|rettime|outvariant)(?:$|\/)/

await build({
  configFile: false,
  root,
  logLevel: 'warn',
  // What it loads later is left out: words of warnings, datasets, the panel.
  plugins: [{ name: 'later', resolveDynamicImport: (id) => ({ id, external: true }) }],
  // As for a server, because Vite's own helper for parts of a page that load later is in the page already.
  ssr: { noExternal: true, target: 'webworker' },
  build: {
    ssr: true,
    minify: true,
    outDir: 'node_modules/.cache/size',
    target: 'es2023',
    rolldownOptions: {
      external: ofMsw,
      input: 'mocks/browser/index.ts',
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: 'start.js' },
    },
  },
})
