import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PanelFile, PanelFiles } from './panel-reply.ts'

// The one list of what is served: no path of a call ever becomes a path of the disk. spec/decisions/0041-serving-the-panel.md
const served: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  '/': { file: 'index.html', type: 'text/html; charset=utf-8' },
  '/panel/panel.js': { file: 'panel.js', type: 'text/javascript; charset=utf-8' },
  '/panel/panel.css': { file: 'panel.css', type: 'text/css; charset=utf-8' },
}

/**
 * The files of a panel that was built into a folder: `index.html`, `panel.js` and `panel.css`. They are read when they
 * are asked for, so one built anew is there at once. Without them, the page says how to build it.
 */
export function readPanelFiles(folder: string): PanelFiles {
  return async (path) => {
    const found = Object.hasOwn(served, path) ? served[path] : undefined
    if (found === undefined) return undefined
    try {
      return { type: found.type, body: await readFile(join(folder, found.file)) }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
      return path === '/' ? notBuilt : undefined
    }
  }
}

const notBuilt: PanelFile = {
  type: 'text/html; charset=utf-8',
  body: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>animal-store</title></head>
<body><h1>The panel is not built</h1>
<p>Run <code>npm run build:panel</code>, and load this page again.</p>
<p>The interface answers at <a href="/v1/pets">/v1</a>, the control API at <a href="/_mock">/_mock</a>.</p></body></html>
`,
}
