// Builds what `npm run size` weighs: what the kit adds to a page that has msw already, as its user's bundler would make it.
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
// msw is not counted.
const ofMsw = /^(?:msw|rettime|outvariant)(?:$|\/)/

await build({
  configFile: false,
  root,
  logLevel: 'warn',
  // What is loaded later is not counted: texts of warnings, datasets, the panel.
  plugins: [{ name: 'later', resolveDynamicImport: (id) => ({ id, external: true }) }],
  // Built as for a server: a page already has Vite's helper for parts that load later.
  ssr: { noExternal: true, target: 'webworker' },
  build: {
    ssr: true,
    minify: true,
    outDir: 'node_modules/.cache/size',
    target: 'es2023',
    rolldownOptions: {
      external: ofMsw,
      input: 'mocks/parts/browser/index.ts',
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: 'start.js' },
    },
  },
})
