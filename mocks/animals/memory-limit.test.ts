import fc from 'fast-check'
import { expect, test } from 'vitest'
import { petStatuses } from '../../spec/index.ts'
import { testControl } from '../control/test-control.ts'
import { bodyOf, get, idsOf, post, testStore } from '../testing/test-calls.ts'
import { BaseAnimals } from './animals.ts'
import { MemoryItems } from './memory-items.ts'
import { MemoryLimit, bytesOf, bytesOfDifference } from './memory-limit.ts'

const newPet = { name: 'x', categoryId: 1 }
const onePet = bytesOf(newPet)

test('one animal too many is refused with 507 and an Error that says so, and what is stored stays', async () => {
  const store = testStore({ sandboxBytes: 2 * onePet })
  const statuses = []
  for (let number = 1; number <= 4; number++) statuses.push((await store.answer(post(newPet))).status)
  expect(statuses).toEqual([201, 201, 507, 507])
  expect(bodyOf(await store.answer(post(newPet)))).toEqual({
    code: 'insufficient_storage',
    message:
      'No room is left: the animals and recorded replies of this sandbox may take 520 bytes (--sandbox-bytes, sandboxBytes). ' +
      'Remove some, reset the sandbox, or start the mock with more room.',
    status: 507,
  })
  expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([1, 2, 3, 4, 5])
})

test('the control API adds all or nothing, and answers 507 too', async () => {
  const { valueOf, statusOf } = testControl({ dataset: [], sandboxBytes: 2 * onePet })
  const animals = '/sandboxes/default/animals'
  const three = [7, 8, 9].map((id) => ({ id, ...newPet }))
  const full = { code: 'insufficient_storage', status: 507 }
  expect(await valueOf('POST', `${animals}/load`, three)).toMatchObject(full)
  expect(await valueOf('PUT', animals, three)).toMatchObject(full)
  for (let round = 0; round < 2; round++) expect(await valueOf('PUT', animals, three.slice(1))).toEqual({ total: 2 })
  expect(await statusOf('POST', animals, newPet)).toBe(507)
  expect(await statusOf('PATCH', `${animals}/8`, { name: 'long' })).toBe(507)
  expect(await statusOf('PATCH', `${animals}/8`, { name: '' })).toBe(200)
})

test('snapshots count towards the total until they are deleted or replaced', async () => {
  const store = testStore({ totalBytes: 3000 })
  const sandbox = store.sandbox()
  await store.answer(post(newPet))
  await sandbox.snapshot('one')
  await sandbox.snapshot('one')
  await sandbox.snapshot('two')
  await expect(sandbox.snapshot('three')).rejects.toThrow('No room is left')
  expect(sandbox.snapshots).toEqual(['one', 'two'])
  sandbox.forgetSnapshot('two')
  await sandbox.snapshot('three')
  await sandbox.restore('three')
  store.sandbox('box').close()
  await expect(sandbox.snapshot('four')).rejects.toThrow('No room is left')
})

test('after any changes, the limit counts what is there', () => {
  const status = fc.constantFrom(...petStatuses)
  const name = fc.string({ maxLength: 40 })
  const id = fc.integer({ min: 1, max: 6 })
  const change = fc.oneof(
    fc.record({ does: fc.constant('add' as const), name, status }),
    fc.record({ does: fc.constant('put' as const), id, name, status }),
    fc.record({ does: fc.constant('remove' as const), id }),
  )
  const base = new BaseAnimals([1, 2, 3].map((number) => ({ ...newPet, id: number })))
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      const all = { usedBytes: 0, mostBytes: Number.POSITIVE_INFINITY }
      const memoryLimit = new MemoryLimit(5 * onePet, all)
      let animals = new MemoryItems(base, undefined, memoryLimit)
      for (const { does, ...given } of changes) {
        const before = animals.difference()
        const pet = { name: '', id: 0, categoryId: 1, ...given }
        try {
          if (does === 'remove') animals.remove(pet.id)
          else if (does === 'put') animals.put(pet)
          else animals.add({ name: pet.name, categoryId: 1 })
        } catch (error) {
          expect(error).toMatchObject({ name: 'NoRoomError' })
          expect(animals.difference()).toEqual(before)
        }
        expect([memoryLimit.usedBytes, all.usedBytes]).toEqual([animals.bytes, animals.bytes])
        expect(animals.bytes).toBe(bytesOfDifference(animals.difference()))
        expect(memoryLimit.usedBytes).toBeLessThanOrEqual(5 * onePet)
      }
      animals = new MemoryItems(base, animals.difference(), memoryLimit)
      expect(memoryLimit.usedBytes).toBe(animals.bytes)
      memoryLimit.close()
      expect(all.usedBytes).toBe(0)
    }),
  )
})

test('recorded replies count as well, also those that a snapshot holds', async () => {
  const store = testStore({ sandboxBytes: 1000, totalBytes: 3000 })
  const sandbox = store.sandbox()
  const reply = { status: 200, headers: { 'x-a': '1'.repeat(96) }, body: 'x'.repeat(300) }
  sandbox.playReply(reply)
  expect(() => sandbox.playReply(reply)).toThrow('No room is left')
  expect(sandbox.settings.scenario).toHaveLength(1)
  await expect(sandbox.snapshot('one')).rejects.toThrow('No room is left')
  sandbox.stop()
  sandbox.playReply(reply, { calls: 1 })
  await store.answer(get('/v1/pets'))
  sandbox.playReply(reply)
  await sandbox.reset()
  sandbox.playReply(reply)
  store.sandbox('box').playReply(reply)
  store.sandbox('other').playReply(reply)
  expect(() => store.sandbox('more').playReply(reply)).toThrow('of all sandboxes')
  store.forget('box')
  store.sandbox('more').playReply(reply)
})
