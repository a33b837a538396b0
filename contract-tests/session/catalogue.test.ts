import { expect, test } from 'vitest'
import type { Int64, OperationId } from '../../spec/index.ts'
import { unusedId } from '../probes/get-unknown.ts'
import { catalogueOn } from '../servers/catalogue-on.ts'
import { serverNamed } from '../servers/run-on.ts'
import type { Credential } from '../exchange/credentials.ts'
import type { Question } from '../exchange/question.ts'
import { askSilence } from '../exchange/questions.ts'

/** A run on a server that removes what it is asked to. */
async function catalogueOf(id: string) {
  const server = await serverNamed(id).open()
  const catalogue = catalogueOn(server, async (outgoing) => {
    const isRemoval = !['GET', 'POST'].includes(outgoing.method)
    return isRemoval ? { status: 204, headers: new Map(), bytes: new Uint8Array() } : server.transport!(outgoing)
  })
  return { catalogue, close: server.close }
}

/** Asks to remove an animal, as no operation of the interface does. */
function removing(id: Int64 | undefined, credential: Credential = 'valid'): Question {
  return { ...sending('DELETE', 'getPet', `/pets/${id}`), credential, removes: id }
}

/** Sends a method that the operation does not have, to a path that need not be its own. */
function sending(method: string, operation: OperationId, path: string): Question {
  return askSilence('undocumented', operation, { path, method: method as 'HEAD' })
}

test('a probe removes an animal that the run added, and no other', async () => {
  const { catalogue, close } = await catalogueOf('plain')
  const { session } = catalogue
  for (const status of ['sold', 'pending'] as const) await catalogue.add({ categoryId: 1, status })
  const [first, second] = catalogue.added.map(({ id }) => id)

  expect(await catalogue.ownAnimal()).toBe(first)
  for (const other of [second, 1])
    await expect(session.exchange(removing(other))).rejects.toThrow(
      `Cannot send DELETE /pets/${other}: a probe changes`,
    )
  await expect(session.exchange(removing(first, 'wrong'))).rejects.toThrow('Cannot send DELETE')
  expect((await session.exchange(removing(await unusedId(catalogue), 'wrong'))).status).toBe(204)

  expect((await session.exchange(removing(first))).status).toBe(204)
  expect(catalogue.added.map(({ id }) => id)).toEqual([second])
  expect(await catalogue.ownAnimal()).toBe(second)
  await close()
})

test.each<[string, OperationId, string]>([
  ['DELETE', 'getPet', '/store/orders/7'],
  ['DELETE', 'getPet', '/pets/7/photos'],
  ['DELETE', 'getPet', '/pets'],
  ['DELETE', 'createPet', '/pets'],
  ['PUT', 'listPets', '/pets?status=sold'],
  ['POST', 'createPet', '/store/orders'],
  ['POST', 'createPet', '/pets/1'],
  ['POST', 'getPet', '/pets/1'],
])('a probe sends no %s with %s to %s, which could change what belongs to others', async (method, operation, path) => {
  const { catalogue, close } = await catalogueOf('plain')
  const { session } = catalogue
  await catalogue.add({ categoryId: 1 })
  session.sender.own.add('7')
  const { requests } = session
  await expect(session.exchange(sending(method, operation, path))).rejects.toThrow(`Cannot send ${method} ${path}: `)
  expect(session.log).toHaveLength(requests)
  await close()
})

test.each(['created-id-of-another', 'get-first-animal'])(
  'on %s no animal is known to be the own of a run',
  async (id) => {
    const { catalogue, close } = await catalogueOf(id)
    await catalogue.add({ categoryId: 1 })
    expect(catalogue.added).toHaveLength(1)
    expect(await catalogue.ownAnimal()).toBeUndefined()
    await close()
  },
)
