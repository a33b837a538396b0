import { dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type InlineConfig, build } from 'vite'

const folder = fileURLToPath(new URL('../../mocks/parts/panel/', import.meta.url))

/** The first that know `light-dark()`. Rewritten for older ones, it would follow the system alone, not what a person chose. */
export const cssTarget = ['chrome123', 'firefox120', 'safari17.5']

const shared: InlineConfig = {
  root: folder,
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
}

/** Builds the panel's own page: `index.html`, `panel.js` and `panel.css`, as the server has them. */
export async function buildPanelPage(outDir: string): Promise<void> {
  await build({
    ...shared,
    // Relative to the page, because a proxy may add any prefix.
    experimental: { renderBuiltUrl: (file) => `panel/${file}` },
    build: {
      outDir: resolve(outDir),
      emptyOutDir: true,
      target: 'es2023',
      cssTarget,
      // No preload script is needed.
      modulePreload: false,
      rolldownOptions: {
        input: `${folder}index.html`,
        output: { entryFileNames: 'panel.js', assetFileNames: 'panel.[ext]', codeSplitting: false },
      },
    },
  })
}

/**
 * Joins the compiled modules of `mountPanel` in a folder of dist/, preact and styles included, so that a user's bundler
 * has nothing to know of them. What lies outside of that folder stays there: a second copy of the mock's classes would
 * not know the errors of the first.
 */
export async function joinPanelModule(compiled: string): Promise<void> {
  const root = resolve(compiled)
  await build({
    ...shared,
    // Not the folder itself: Vite warns if the output is its root.
    root: dirname(root),
    build: {
      outDir: root,
      emptyOutDir: false,
      target: 'es2023',
      cssTarget,
      lib: { entry: join(root, 'mount-panel.js'), formats: ['es'], fileName: () => 'mount-panel.js' },
      rolldownOptions: {
        external: (id, importer) =>
          // A module that a package imports belongs to the package.
          importer?.startsWith(root + sep) === true &&
          id.startsWith('.') &&
          !resolve(dirname(importer), id).startsWith(root),
        output: { minify: { compress: false, mangle: false, codegen: true }, codeSplitting: false },
      },
    },
  })
}
