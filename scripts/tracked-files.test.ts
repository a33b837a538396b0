import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, relative } from 'node:path'
import { expect, test } from 'vitest'
import { builtSite } from './site/build-site.ts'
import shop from './storefront/vite.config.ts'

const registry = registryHost()

/** What a file should not tell of the machine that it was written on. */
const patterns = patternsFor([process.cwd(), homedir()])

function patternsFor(folders: readonly string[]): Readonly<Record<string, RegExp>> {
  // A clone in /app or a home in /root tells nothing: many files name such folders.
  const local = folders.filter((folder) => folder !== tmpdir() && dirname(folder) !== dirname(dirname(folder)))
  const whole = local.map((folder) => `(?<![\\w.~*@})\\]/-])${escaped(folder)}(?:[\\\\/]|$)`)
  return {
    'a package registry': new RegExp(
      `\\b(?:${escaped(registry)}|(?:registry|npm|mirror|artifactory|nexus)\\.[\\w-]+\\.[a-z]{2,})\\b`,
      'i',
    ),
    'a folder of a machine': new RegExp(
      [...whole, '(?<![\\w.-])(?:/home/|/Users/|/root/|[A-Z]:\\\\Users\\\\)\\w'].join('|'),
      'm',
    ),
  }
}

test.skipIf(!existsSync('.git'))(
  'no file names a package registry or a folder of the machine that it was written on',
  () => {
    const files = trackedFiles()
    expect(files).toContain('package.json')
    expect(files.flatMap((file) => tellTales(file, textOf(file)))).toEqual([])
  },
)

test('finds what tells of a machine', () => {
  const host = ['registry', 'npmjs', 'org'].join('.')
  const folder = ['', 'app', 'someone'].join('/')
  expect(tellTales('a', `see "${folder}/spec"`, patternsFor([folder]))).toHaveLength(1)
  for (const home of ['home', 'Users', 'root'])
    expect(tellTales('a', `see ${['', home, 'someone'].join('/')}/notes.md`)).toHaveLength(1)
  expect(tellTales('a', `"resolved": "https://${host}/msw/-/msw-3.0.5.tgz"`)).toHaveLength(1)
  expect(tellTales('a', `registry=https://${registry}/`)).toHaveLength(1)
  expect(tellTales('a', 'GET /v1/pets, ./spec/json.ts, https://animal-store.example/spec')).toEqual([])
})

test('a file may name the folder that a clone lies in, if many machines have it', () => {
  const folders = ['/app', '/work', '/src', '/home']
  const text = folders.map((folder) => `WORKDIR ${folder}/\n  "${folder}"\n`).join('')
  for (const folder of folders)
    for (const clone of [folder, `${folder}/clone`])
      expect(tellTales('Dockerfile', text, patternsFor([clone, '/root']))).toEqual([])
})

test('the demo and the site are served from folders that no build empties', () => {
  const outputs = [builtSite, shop.build?.outDir ?? ''].map((folder) => relative(process.cwd(), folder))
  expect(outputs).toEqual(['built/site', 'built/playground'])
})

/** The lines of a file that match a pattern, each as one sentence. */
function tellTales(file: string, text: string, known = patterns): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      Object.entries(known).flatMap(([what, pattern]) =>
        pattern.test(line) ? [`${file}:${index + 1} names ${what}: ${line.trim().slice(0, 120)}`] : [],
      ),
    )
}

function trackedFiles(): string[] {
  // Also those that the next commit may take along.
  const options = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', options, { encoding: 'utf8' }).split('\0')
  return files.filter((file) => file !== '' && existsSync(file))
}

function textOf(file: string): string {
  const bytes = readFileSync(file)
  return bytes.includes(0) ? '' : bytes.toString('utf8')
}

/** The registry that npm is set to on this machine. */
function registryHost(): string {
  const isWindows = process.platform === 'win32'
  const url = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8', shell: isWindows, stdio: 'pipe' })
  return new URL(url.trim()).host
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
