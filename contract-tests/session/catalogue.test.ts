import { expect, test } from 'vitest'
import type { OperationId } from '../../spec/index.ts'
import type { Method } from '../client/index.ts'
import { unusedId } from '../probes/get-unknown.ts'
import { catalogueOn } from '../servers/catalogue-on.ts'
import { serverNamed } from '../servers/run-on.ts'
import { askSilence } from '../exchange/questions.ts'
import { requireHarmless } from './outgoing.ts'

/** Asks whether a method may be sent, which the operation need not have, to a path that need not be its own. */
function requireMethod(method: string, operation: OperationId, path: string, unused: ReadonlySet<string>): void {
  const question = askSilence('undocumented', operation, { path })
  requireHarmless({ method: method as Method, path, headers: {} }, question, unused, false)
}

test('a probe may ask to remove what has an unused id', async () => {
  const server = await serverNamed('plain').open()
  const catalogue = catalogueOn(server)
  const path = `/pets/${await unusedId(catalogue)}`
  expect(() => requireMethod('DELETE', 'getPet', path, catalogue.session.unused)).not.toThrow()
  await server.close()
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
])('a probe sends no %s with %s to %s, which could change what belongs to others', (method, operation, path) => {
  expect(() => requireMethod(method, operation, path, new Set())).toThrow(`Cannot send ${method} ${path}: `)
})
