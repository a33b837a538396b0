import { expect, test } from 'vitest'
import { packageFile } from '../shell.ts'
import { addressOf, program } from '../../testing/program.ts'

test('a profile may come through a pipe, which can be read once', async () => {
  const words = [process.execPath, packageFile('scripts/animal-store.ts'), 'mock', '--port', '0']
  const piped = 'exec "$@" --profile /dev/stdin <<END\n{"paging":"link"}\nEND\n'
  const mock = program(['-c', piped, 'sh', ...words], { file: 'sh' })
  await addressOf(mock)
  expect(mock.out()).toContain('paging=link')
})
