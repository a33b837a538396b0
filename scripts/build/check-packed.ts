// Checks the package as its users have it: packed, unpacked beside its dependencies, imported by its public names.
// Its types must hold in every TypeScript, and its code must load beside every msw, that we support.
import { spawnSync } from 'node:child_process'
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { apiReport } from './api-report.ts'
import { problemsOfApp } from './packed-app.ts'
import { brokenLinks } from './packed-links.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const typescripts = ['node_modules', 'scripts/typescript-6.0/node_modules', 'scripts/typescript-5.9/node_modules']
const msws = ['msw', 'msw-2.15', 'msw-2.7']
const mostBytes = 1_110_000
/** Kinds of projects in which TypeScript compiles imports to `require`. See spec/decisions/0215-what-an-entry-needs.md. */
const commonJs = ['commonjs', 'node20', 'nodenext']

interface Manifest {
  readonly name: string
  readonly version: string
  readonly exports: Readonly<Record<string, unknown>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
}

process.chdir(root)
const manifest = readManifest('.')
const entries = Object.keys(manifest.exports).filter((path) => !/\.(?:json|yaml)$/.test(path))
const imports = entries.map((path) => manifest.name + path.slice(1))

const user = mkdtempSync(join(tmpdir(), 'packed-'))
try {
  unpackPackage()
  for (const problem of brokenLinks(join(user, 'node_modules', manifest.name))) fail(problem)
  for (const file of globSync(`node_modules/${manifest.name}/dist/**/*.json`, { cwd: user }))
    fail(`${file} is JSON: Rollup needs a plugin for it.`)
  if (readFileSync('docs/api.md', 'utf8') !== apiReport(manifest.name, manifest.exports))
    fail('docs/api.md is not its public API any more. Run npm run api, and look at the difference.')
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) link(name)
  link('@types/node')
  writeUser()
  for (const msw of msws) {
    link(msw, 'msw')
    for (const folder of msw === 'msw' ? typescripts : typescripts.slice(0, 1)) checkTypes(folder, msw)
    run(process.execPath, ['user.js'], user)
  }
  link('msw')
  link('vite')
  for (const problem of problemsOfApp(user)) fail(`the app: ${problem}`)
} finally {
  rmSync(user, { recursive: true, force: true })
}

function unpackPackage(): void {
  run('npm', ['pack', '--silent', '--pack-destination', user])
  const file = `${manifest.name}-${manifest.version}.tgz`
  const { size } = statSync(join(user, file))
  if (size > mostBytes) fail(`it has ${size} bytes, more than ${mostBytes}.`)
  run('tar', ['-xzf', file], user)
  mkdirSync(join(user, 'node_modules'))
  renameSync(join(user, 'package'), join(user, 'node_modules', manifest.name))
}

/** Puts an installed package where the user's code finds it. */
function link(installed: string, name = installed): void {
  const path = join(user, 'node_modules', name)
  mkdirSync(dirname(path), { recursive: true })
  rmSync(path, { force: true })
  symlinkSync(join(root, 'node_modules', installed), path, 'junction')
}

function userOf(names: readonly string[]): string {
  return names.map((name, index) => `export * as entry${index} from '${name}'`).join('\n')
}

function writeUser(): void {
  // Vitest loads its own.
  const loadable = imports.filter((name) => !name.endsWith('/vitest'))
  // A user may have the strictest settings and check our types (skipLibCheck is off).
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
  }
  const files = {
    'package.json': '{ "type": "module" }',
    'user.ts': userOf(imports),
    'user.js': [
      ...loadable.map((name) => `if (Object.keys(await import('${name}')).length === 0) throw new Error('empty')`),
      // It needs the panel, which comes as files.
      `const { createAnimalStore } = await import('${manifest.name}')`,
      `const { mockReport } = await import('${manifest.name}/server')`,
      `await mockReport(createAnimalStore(), 'report.html')`,
    ].join('\n'),
    'tsconfig.json': JSON.stringify({ compilerOptions, files: ['user.ts'] }),
    // A CommonJS project does not find all that the types import. With skipLibCheck, which nearly all have, that is no error.
    'user.cts': userOf(imports),
    ...Object.fromEntries(
      commonJs.map((module) => [
        `tsconfig.${module}.json`,
        JSON.stringify({ compilerOptions: { ...compilerOptions, module, skipLibCheck: true }, files: ['user.cts'] }),
      ]),
    ),
  }
  for (const [file, text] of Object.entries(files)) writeFileSync(join(user, file), text)
}

function checkTypes(folder: string, msw: string): void {
  const { version } = readManifest(join(folder, 'typescript'))
  // TypeScript 7 has dropped what `commonjs` means there.
  const modules = msw !== 'msw' ? [] : commonJs.filter((module) => module !== 'commonjs' || !version.startsWith('7'))
  for (const config of ['tsconfig.json', ...modules.map((module) => `tsconfig.${module}.json`)]) {
    console.log(`types: TypeScript ${version}, msw ${readManifest(join('node_modules', msw)).version}, ${config}`)
    const tsc = resolve(folder, 'typescript/bin/tsc')
    const options = { cwd: user, encoding: 'utf8' } as const
    const { status, stdout } = spawnSync(process.execPath, [tsc, '--pretty', 'false', '--project', config], options)
    const errors = stdout.split('\n').filter((line) => line.includes('error TS'))
    // Mistakes in the types of other packages are not ours.
    const others = new RegExp(`^[^(]*node_modules/(?!${manifest.name}/)`)
    const ours = errors.filter((line) => !others.test(line))
    if (ours.length > 0) fail(`TypeScript ${version} refuses its types with ${config}.\n${ours.join('\n')}`)
    if (status !== 0 && errors.length === 0) fail(`TypeScript ${version} ended with code ${status}.\n${stdout}`)
  }
}

/** Runs a command. If it fails, this check fails. */
function run(command: string, options: readonly string[], cwd = root): void {
  const isScript = command === 'npm' && process.platform === 'win32'
  const { status, error } = spawnSync(command, options, { cwd, stdio: 'inherit', shell: isScript })
  if (status !== 0) fail(`${command} ended with ${error?.message ?? `code ${status}`}.`)
}

function fail(reason: string): void {
  console.error(`The packed package does not hold: ${reason}`)
  process.exitCode = 1
}

function readManifest(folder: string): Manifest {
  // Written by npm or by us, so its shape is trusted.
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}
