import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'

const registry = registryHost()

/** What a file should not tell of the machine that it was written on. */
const patterns: Readonly<Record<string, RegExp>> = {
  'a package registry': new RegExp(
    `\\b(?:${escaped(registry)}|(?:registry|npm|mirror|artifactory|nexus)\\.[\\w-]+\\.[a-z]{2,})\\b`,
    'i',
  ),
  'a folder of a machine': new RegExp(
    `(?<![\\w.~*@})\\]/-])(?:${localFolders().map(escaped).join('|')})(?:[\\\\/]|$)|(?<![\\w.-])(?:/home/|/Users/|[A-Z]:\\\\Users\\\\)\\w`,
    'm',
  ),
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
  const here = process.cwd()
  const home = ['', 'home', 'someone', 'notes.md'].join('/')
  const host = ['registry', 'npmjs', 'org'].join('.')
  expect(tellTales('a', `see ${here}/spec`)).toHaveLength(1)
  expect(tellTales('a', `"${homedir()}/.cache"`)).toHaveLength(1)
  expect(tellTales('a', `see ${home}`)).toHaveLength(1)
  expect(tellTales('a', `"resolved": "https://${host}/msw/-/msw-3.0.5.tgz"`)).toHaveLength(1)
  expect(tellTales('a', `registry=https://${registry}/`)).toHaveLength(1)
  expect(tellTales('a', 'GET /v1/pets, ./spec/json.ts, https://animal-store.example/spec')).toEqual([])
})

/** The lines of a file that match a pattern, each as one sentence. */
function tellTales(file: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      Object.entries(patterns).flatMap(([what, pattern]) =>
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

function localFolders(): string[] {
  const folders = [process.cwd(), dirname(process.cwd()), homedir()]
  return folders.filter((folder) => folder !== tmpdir() && folder !== dirname(folder))
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
