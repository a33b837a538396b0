import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { tempFolder } from '../../scripts/testing/temp-folder.ts'
import { get, testStore } from '../testing/test-calls.ts'
import { toBehave } from './index.ts'

expect.extend({ toBehave })

test('a client that keeps the clauses behaves; warnings fail where they are asked to', async () => {
  const store = testStore()
  const sandbox = store.sandbox()
  await expect(sandbox).toBehave({ failOn: 'warning' })
  await store.answer(get('/v1/pets/1'))
  await expect(sandbox).toBehave()
  await expect(expect(sandbox).toBehave({ failOn: 'warning' })).rejects.toThrow('deprecated-operation')
  await expect(sandbox).toBehave({ failOn: 'warning', off: ['deprecated-operation'] })
})

test('a broken clause fails, with the calls that show it and how to mend it', async () => {
  const store = testStore()
  await store.answer(get('/v1/pets?limit=101'))
  await expect(expect(store.sandbox()).toBehave()).rejects.toThrow(
    /limit-outside.*\n.*limit=101 \(call 1\)\n.*Ask for at most 100 animals/,
  )
  await expect(store.sandbox()).not.toBehave()
})

test('if calls were dropped, a client is judged only if the other calls show enough', async () => {
  const store = testStore({ journal: { entries: 1 } })
  const sandbox = store.sandbox()
  await store.answer(get('/v1/pets?limit=101'))
  await store.answer(get('/v1/pets'))
  const cannotTell = 'Cannot tell whether the client behaves: the journal has dropped 1 of the calls.'
  await expect(expect(sandbox).toBehave()).rejects.toThrow(cannotTell)
  await expect(expect(sandbox).not.toBehave()).rejects.toThrow(cannotTell)
  await store.answer(get('/v1/pets?limit=101'))
  await expect(sandbox).not.toBehave()
})

const from = (file: string) => JSON.stringify(fileURLToPath(new URL(file, import.meta.url)))

test('Jest takes the same matcher', { timeout: 60_000 }, async () => {
  const folder = tempFolder()
  const strip = join(folder, 'strip.cjs')
  writeFileSync(strip, "exports.process = (text) => ({ code: require('node:module').stripTypeScriptTypes(text) })")
  writeFileSync(
    join(folder, 'conduct.test.mjs'),
    `import { createAnimalStore } from ${from('../entry.ts')}
    import { toBehave } from ${from('index.ts')}
      expect.extend({ toBehave })
    test('behaves', async () => {
      const store = createAnimalStore()
      const answer = (target) => store.fetch(target, { headers: { authorization: 'Bearer test_pro' } })
      await answer('/v1/pets')
      await expect(store.sandbox()).toBehave()
      await answer('/v1/pets?limit=0')
      await expect(expect(store.sandbox()).toBehave()).rejects.toThrow('limit-outside')
    })`,
  )
  const config = {
    rootDir: folder,
    testMatch: ['**/*.test.mjs'],
    extensionsToTreatAsEsm: ['.ts'],
    transform: { '\\.ts$': strip },
    watchman: false,
  }
  const args = ['--no-cache', '--config', JSON.stringify(config)]
  const jest = fileURLToPath(import.meta.resolve('jest/bin/jest'))
  const { stderr } = await promisify(execFile)(process.execPath, ['--experimental-vm-modules', jest, ...args], {
    env: { ...process.env, NODE_OPTIONS: undefined, VITEST: undefined },
  })
  expect(stderr).toContain('1 passed')
})
