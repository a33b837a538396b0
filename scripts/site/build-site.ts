// `npm run docs` builds the site of the docs into built/site, static: serve that folder with any server.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const site = fileURLToPath(new URL('.', import.meta.url))
/** Where `npm run docs` puts the site. */
export const builtSite = fileURLToPath(new URL('../../built/site', import.meta.url))

/** Builds the site of the docs into a folder. @param log `pipe` returns what VitePress prints, and shows it only if it fails */
export function buildSite(folder: string, log: 'inherit' | 'pipe'): string {
  const vitepress = join(site, 'node_modules/vitepress')
  if (!existsSync(vitepress) || readPackage(vitepress).version !== readPackage(site).dependencies?.['vitepress']) {
    console.error('Installing what builds the site, once.')
    // The lock file has not all packages for other systems, with which npm ci would fail.
    run('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], log)
  }
  return run(process.execPath, [join(vitepress, 'bin/vitepress.js'), 'build', site, '--outDir', folder], log)
}

function readPackage(folder: string) {
  const text = readFileSync(join(folder, 'package.json'), 'utf8')
  return JSON.parse(text) as { readonly version?: string; readonly dependencies?: Readonly<Record<string, string>> }
}

function run(command: string, args: readonly string[], stdio: 'inherit' | 'pipe'): string {
  const shell = command === 'npm' && process.platform === 'win32'
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: site, stdio, encoding: 'utf8', shell })
  if (status === 0) return `${stdout}${stderr}`
  throw new Error(`${command} ended with code ${status}.\n${stdout ?? ''}${stderr ?? ''}`)
}

if (import.meta.main) {
  buildSite(builtSite, 'inherit')
  console.log(`The site is in ${builtSite}. To look at it: npx vite preview --outDir built/site`)
}
