import { afterEach, expect, test, vi } from 'vitest'
import { refuseKeptFlags } from './npm-flags.ts'
import { run } from './run.ts'
import { UsageError } from './usage-error.ts'

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
