import { expect, test } from 'vitest'
import { createAnimalStore } from '../entry.ts'
import { get, idsOf, post } from '../testing/test-calls.ts'

test('a reset of animals in memory is done at once, even for a caller that does not await it', async () => {
  const store = createAnimalStore({ dataset: [{ id: 1, name: 'Rex', categoryId: 1 }] })
  await store.answer(post({ name: 'Coco', categoryId: 3 }))
  const sandbox = store.sandbox()
  const before = sandbox.animals
  const reset = sandbox.reset()
  expect(sandbox.animals).not.toBe(before)
  expect(sandbox.journal.size).toBe(0)
  await reset
  expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([1])
})

test('a reset whose animals cannot be opened leaves the sandbox as it was', async () => {
  const { animals } = createAnimalStore().sandbox()
  const store = createAnimalStore({
    animals: {
      open: (_sandbox, _base, beginning) =>
        beginning === 'kept' ? animals : Promise.reject(new Error('The disk is full.')),
    },
  })
  const sandbox = store.sandbox()
  await store.answer(get('/v1/pets'))
  sandbox.play('slow')
  sandbox.clock.advance(1000)
  const { clock, quotas, settings } = sandbox
  const time = clock.state
  await expect(sandbox.reset()).rejects.toThrow('The disk is full.')
  expect([sandbox.quotas, sandbox.settings, sandbox.clock.state]).toEqual([quotas, settings, time])
  expect(sandbox.animals).toBe(animals)
  expect(sandbox.journal.size).toBe(1)
})
