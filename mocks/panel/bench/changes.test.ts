import { expect, test } from 'vitest'
import { createAnimalStore } from '../../index.ts'
import { post, testStore } from '../../testing/test-calls.ts'
import { scenarios } from '../../world/scenarios.ts'
import { changesOf } from './changes.ts'

/** What the latest call of a sandbox changed, by what the journal says. */
function latestChanges(store: ReturnType<typeof createAnimalStore>) {
  const [entry, ...earlier] = store.sandbox().journal.entries().toReversed()
  if (entry === undefined) throw new Error('The call is not in the journal.')
  return changesOf(entry, earlier)
}

const pet = { name: 'Rex', categoryId: 1 }

// The journal does not record what changed, so what is said must be what was counted.
test.each([undefined, ...scenarios.map(({ id }) => id)])('says what was added and used under %s', async (scenario) => {
  const store = testStore()
  const sandbox = store.sandbox()
  const state = async () => ({
    animals: await (await sandbox.animals).count(),
    used: (await sandbox.quotas.get('test_pro'))?.minuteUsed ?? 0,
  })
  await store.answer(post(pet, 'test_pro'))
  if (scenario !== undefined) sandbox.play(scenario)
  const before = await state()
  await store.answer(post(pet, 'test_pro'))
  const after = await state()
  const changes = latestChanges(store)
  expect(changes.some(({ what }) => what === 'animals')).toBe(after.animals > before.animals)
  // This scenario itself leaves one request before the call is counted.
  if (scenario !== 'last-request')
    expect(changes.some(({ before: was }) => was !== undefined)).toBe(after.used > before.used)
})

test('names the animal, and the requests before and after', async () => {
  const store = testStore()
  await store.answer(post(pet, 'test_pro'))
  expect(latestChanges(store)).toEqual([
    { what: 'animals', after: expect.stringMatching(/^\+ \d+ “Rex”$/) },
    { what: 'Remaining of test_pro, minute', before: '300', after: '299' },
  ])
})

test('says that a ban began, of the call that began it alone', async () => {
  const store = createAnimalStore({ dataset: 'one', profile: { ban: '2/60' } })
  const bans = []
  for (let call = 1; call <= 5; call++) {
    await store.answer(post(pet, 'test_free_exhausted'))
    bans.push(latestChanges(store).map(({ what, after }) => `${what} ${after}`))
  }
  expect(bans).toEqual([[], [], ['ban of test_free_exhausted begun, for 60 s'], [], []])
})
