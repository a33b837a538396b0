import { expect, test } from 'vitest'
import { readKey, typedAgain, typedCommand, typedDeployment, withTypedProgram } from './deployment.ts'
import { processShell } from './shell.ts'

test('a command that is typed again has neither the key nor the password of the proxy', () => {
  const flags = { key: 'my-key', proxy: 'http://me:secret@proxy.example', ca: 'ca.pem', timeout: 10 }
  const typed = typedDeployment(flags)
  expect(typed).toMatchObject({ key: 'KEY', keyEnv: undefined, proxy: 'PROXY', ca: 'ca.pem' })
  expect(typedDeployment({ ...flags, proxy: 'http://proxy.example' }).proxy).toBe('http://proxy.example')
  expect(typedDeployment({ ...flags, key: undefined, keyFile: 'key.txt' })).toMatchObject({
    key: undefined,
    keyFile: 'key.txt',
  })
})

test.each([
  [undefined, 'animal-store seed'],
  ['vitest run', 'animal-store seed'],
  ['animal-store', 'npx animal-store seed'],
  ['node scripts/run.js node scripts/start.ts', 'npm run animal-store -- seed'],
])('a command of a program that npm started by %j is typed again as %s', (line, typed) => {
  expect(typedCommand('seed', {}, { npm_lifecycle_script: line })).toBe(typed)
})

test('a program that stands in node_modules is typed with npx, also in messages', () => {
  const installed = '/work/app/node_modules/.bin/animal-store'
  expect(typedCommand('seed', {}, {}, installed)).toBe('npx animal-store seed')
  expect(typedCommand('seed', {}, {}, '/usr/local/bin/animal-store')).toBe('animal-store seed')
  const message = 'To start a mock: animal-store mock'
  expect(withTypedProgram(message, {}, installed)).toBe(message.replace('animal', 'npx animal'))
  expect(withTypedProgram(message, {}, '/usr/local/bin/animal-store')).toBe(message)
})

test('a command is typed again with its flags, quoted for a shell', () => {
  const typed = { resume: true, plan: undefined, journal: "it's here.db", keyEnv: 'KEY' }
  expect(typedCommand('seed', typed, {})).toBe(`animal-store seed --resume --journal "it's here.db" --key-env KEY`)
})

test('a mock is started again with its flags, without its port, token and password', () => {
  const args = [
    'mock',
    '--port',
    '4611',
    '--dataset',
    'my animals.csv',
    '--token=secret',
    '--state',
    'redis://:pass@there/0',
  ]
  const typed = 'npm run animal-store -- mock --dataset "my animals.csv" --state redis://there/0'
  expect(typedAgain([...args, '--token', 'secret'], { npm_lifecycle_script: 'scripts/start.ts' })).toBe(typed)
})

test('a variable that is not set is named, unless its name may be the key', async () => {
  const messageFor = (keyEnv: string) => readKey({ keyEnv }, processShell).catch(String)
  const name = `A${'_B1'.repeat(13)}`
  expect(await messageFor(name)).toContain(`the environment variable ${name} is not set`)
  for (const key of [`${name}C`, 'sk_live_1', '1A', 'A_'])
    expect(await messageFor(key)).toContain('the environment variable that --key-env names is not set')
})

test('a file that cannot be read is not named: its name may be the key', async () => {
  const message = await readKey({ keyFile: 'sk_live_1' }, processShell).catch(String)
  expect(message).toContain('from the file that --key-file names: there is no such file.')
})
