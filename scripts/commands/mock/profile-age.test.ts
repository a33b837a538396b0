import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageFile } from '../shell.ts'
import { printed } from '../../testing/printed.ts'
import { addressOf, program } from '../../testing/program.ts'
import { tempFolder } from '../../testing/temp-folder.ts'

test('with --strict, a profile that is older than --max-age, or of no known age, keeps the mock from starting', async () => {
  const file = join(tempFolder(), 'staging.json')
  const start = async (profile: object) => {
    writeFileSync(file, JSON.stringify(profile))
    const { code, err } = await printed('mock', '--port', '0', '--profile', file, '--max-age', '30d', '--strict')
    return { code, err: err.replaceAll(file, 'FILE') }
  }
  const learned = { from: 'https://staging.example/v1', version: '0.1.0', requests: 92, notSeen: [] }
  const at = new Date(Date.now() - 41.5 * 86_400_000).toISOString()
  expect(await start({ learned: { ...learned, at }, paging: 'link' })).toEqual({
    code: 2,
    err:
      'The profile FILE was learned 41 days ago, and --max-age is 30d. See what has changed: animal-store drift FILE ' +
      'https://staging.example/v1 --key-env KEY. Learn it again: animal-store contract --url https://staging.example/v1 --key-env KEY --learn FILE.\n',
  })
  expect(await start({ paging: 'link' })).toMatchObject({
    code: 2,
    err: expect.stringContaining('The profile FILE does not say when it was learned'),
  })
})

test('a profile may come through a pipe, which can be read once', async () => {
  const words = [process.execPath, packageFile('scripts/animal-store.ts'), 'mock', '--port', '0']
  const piped = 'exec "$@" --profile /dev/stdin <<END\n{"paging":"link"}\nEND\n'
  const mock = program(['-c', piped, 'sh', ...words], { file: 'sh' })
  await addressOf(mock)
  expect(mock.out()).toContain('paging=link')
})
