import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { PanelFiles } from '../control/index.ts'

// Only these files are served. The path of a call never becomes a path on the disk: spec/decisions/0040-control-api.md.
const served: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  '/': { file: 'index.html', type: 'text/html; charset=utf-8' },
  '/panel/panel.js': { file: 'panel.js', type: 'text/javascript; charset=utf-8' },
  '/panel/panel.css': { file: 'panel.css', type: 'text/css; charset=utf-8' },
}

/**
 * The files of a panel that was built into a folder: `index.html`, `panel.js` and `panel.css`. They are read at each
 * request, so a new build is served at once. Without them, the page says how to build them.
 */
export function readPanelFiles(folder: string): PanelFiles {
  return async (path) => {
    const found = Object.hasOwn(served, path) ? served[path] : undefined
    if (found === undefined) return undefined
    try {
      return { type: found.type, body: await readFile(join(folder, found.file)) }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
      return path === '/' ? { type: found.type, body: notBuilt } : undefined
    }
  }
}

/** The files of the panel that comes with this package. */
export function ownPanelFiles(): PanelFiles {
  const manifest = createRequire(import.meta.url).resolve('animal-store-kit/package.json')
  return readPanelFiles(join(dirname(manifest), 'dist/panel'))
}

const notBuilt = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>animal-store</title></head>
<body><h1>The panel is not built</h1>
<p>Run <code>npm run build:panel</code>, and load this page again.</p>
<p>The interface answers at <a href="/v1/pets">/v1</a>, the control API at <a href="/_mock">/_mock</a>.</p></body></html>
`
