import { Randomness } from '../../fixtures/index.ts'
import type { NewPet, Pet } from '../../spec/index.ts'
import type { AnimalStore } from '../entry.ts'
import { get, post } from './test-calls.ts'

const keys = ['test_enterprise', 'test_enterprise.box']
const names = ['Rex', '', 'Zoë 🐕\ud800 \n', '<&"']
const ids = [1, 2, 5, 6, 2n ** 53n + 1n, 2n ** 63n - 2n, 77]

/**
 * What a storage of animals answers after each of many changes, drawn from a seed: the same as every other storage does.
 * @param open opens the storage; each time but the first, it ends what was open, as a restart does
 */
export async function tellStorage(open: () => Promise<AnimalStore>, seed: number): Promise<string[]> {
  const randomness = new Randomness(seed)
  const draw = <T>(of: readonly T[]): T => of[Math.floor(randomness.next() * of.length)] as T
  let store = await open()
  const newPet = (): NewPet => {
    const status = draw(['sold', 'pending', undefined] as const)
    return { name: draw(names), categoryId: draw([1, 2n ** 63n - 1n]), ...(status && { status }) }
  }
  const add = async () => void (await store.answer(post(newPet(), draw(keys))))
  const sandbox = () => store.sandbox(draw([undefined, 'box']))
  const steps: readonly (() => Promise<unknown>)[] = [
    add,
    add,
    () => Promise.all([add(), add(), add()]),
    async () => (await sandbox().animals).put({ ...newPet(), id: draw(ids) }),
    async () => (await sandbox().animals).remove(draw(ids)),
    async () => (await sandbox().animals).addAll([{ ...newPet(), id: draw(ids) }, newPet()]),
    async () => (await sandbox().animals).put({ id: 5, name: 7 } as unknown as Pet),
    async () => {
      const one = sandbox()
      await one.snapshot('before')
      await add()
      await one.restore('before')
    },
    async () => sandbox().reset(),
    async () => {
      store.forget('box')
      // In a tab, only the next change waits for that.
      await store.sandbox('box').reset()
    },
    async () => draw([true, false, false]) && store.reset(),
    async () => (store = await open()),
  ]
  const told: string[] = []
  for (let step = 0; step < 100; step++) {
    const outcome = await draw(steps)().then(() => '', String)
    const lists = await Promise.all(keys.map((key) => store.answer(get('/v1/pets?limit=100', key))))
    told.push([outcome, ...lists.map(({ body }) => String(body))].join('\n'))
  }
  return told
}
