import { expect, test } from 'vitest'
import type { OperationId } from '../../spec/index.ts'
import { unusedId } from '../probes/get-unknown.ts'
import { catalogueOn } from '../servers/catalogue-on.ts'
import { serverNamed } from '../servers/run-on.ts'
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

/** Sends a method that the operation does not have, to a path that need not be its own. */
function sending(method: string, operation: OperationId, path: string): Question {
  return askSilence('undocumented', operation, { path, method: method as 'HEAD' })
}

test('a probe may ask to remove what has an unused id', async () => {
  const { catalogue, close } = await catalogueOf('plain')
  const path = `/pets/${await unusedId(catalogue)}`
  expect((await catalogue.session.exchange(sending('DELETE', 'getPet', path))).status).toBe(204)
  await close()
})

test.each<[string, OperationId, string]>([
  ['DELETE', 'getPet', '/pets/7'],
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
  const { requests } = session
  await expect(session.exchange(sending(method, operation, path))).rejects.toThrow(`Cannot send ${method} ${path}: `)
  expect(session.log).toHaveLength(requests)
  await close()
})
