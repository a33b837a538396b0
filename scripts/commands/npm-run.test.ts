import { afterEach, expect, test, vi } from 'vitest'
import { refuseKeptFlags, typedCommand } from './npm-run.ts'
import { run } from './run.ts'
import { UsageError } from './shell.ts'

afterEach(() => vi.unstubAllEnvs())

const flags = ['--port', '--dataset', '--dry-run', '--key-env', '--url']
const start = { npm_lifecycle_event: 'start', npm_lifecycle_script: 'node scripts/animal-store.ts mock' }
const named = { npm_lifecycle_event: 'animal-store', npm_lifecycle_script: 'node scripts/animal-store.ts' }

// As npm 11 has it: `--port 4011` becomes npm_config_port=true and the argument 4011.
test.each([
  ['mock', start, { npm_config_port: 'true' }, ['4011'], 'npm start -- --port 4011'],
  ['mock', start, { npm_config_port: '4011' }, [], 'npm start -- --port 4011'],
  ['mock', start, { npm_config_port: '4011', npm_config_dataset: 'true' }, ['empty'], '-- --port 4011 --dataset empty'],
  ['mock', start, { npm_config_port: 'true', npm_config_dataset: 'true' }, ['1', 'a'], '-- --port … --dataset …'],
  ['seed', named, { npm_config_dry_run: 'true' }, [], 'npm run animal-store -- seed --dry-run'],
  ['seed', named, { npm_config_key_env: 'true' }, ['KEY'], 'npm run animal-store -- seed --key-env KEY'],
])('%s: says how flags get past npm, %j %j %j', (command, script, environment, rest, advice) => {
  const kept = () => refuseKeptFlags(command, flags, rest, { ...script, ...environment })
  expect(kept).toThrow(UsageError)
  expect(kept).toThrow(advice)
})

test.each([
  [start, {}],
  [start, { npm_config_registry: 'x', npm_config_loglevel: 'warn' }],
  [{ npm_lifecycle_event: 'test', npm_lifecycle_script: 'vitest run' }, { npm_config_port: '4011' }],
  [{}, { npm_config_port: '4011' }],
])('lets other runs be: %j %j', (script, environment) => {
  expect(() => refuseKeptFlags('mock', flags, ['--port', '1'], { ...script, ...environment })).not.toThrow()
})

test('the command line ends with 2 when npm kept a flag', async () => {
  for (const [name, value] of Object.entries({ ...start, npm_config_port: 'true' })) vi.stubEnv(name, value)
  let err = ''
  const shell = { out: () => undefined, err: (text: string) => (err += text), columns: undefined }
  expect(await run(['mock', '4011'], shell)).toBe(2)
  expect(err).toBe('npm kept --port for itself: flags go after "--". Write: npm start -- --port 4011\n')
})

test.each([
  ['seed', undefined, undefined, 'animal-store seed'],
  ['seed', 'test', 'vitest run', 'animal-store seed'],
  ['seed', 'npx', 'animal-store', 'npx animal-store seed'],
  ['contract', 'contract', 'node scripts/animal-store.ts contract', 'npm run contract --'],
  ['seed', 'animal-store', 'node scripts/animal-store.ts', 'npm run animal-store -- seed'],
  ['contract', 'staging', 'animal-store contract --url https://staging.example/v1', 'npx animal-store contract'],
])('%s, where npm says %j of %j, is typed again as %s', (command, script, line, typed) => {
  expect(typedCommand(command, {}, { npm_lifecycle_event: script, npm_lifecycle_script: line })).toBe(typed)
})

test('a command is typed again with its flags, quoted for a shell', () => {
  const typed = { '--resume': true, '--plan': undefined, '--journal': "it's here.db", '--key-env': 'KEY' } as const
  expect(typedCommand('seed', typed, {})).toBe(
    String.raw`animal-store seed --resume --journal 'it'\''s here.db' --key-env KEY`,
  )
})
