import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Catalogue } from '../session/catalogue.ts'
import type { SeenPet } from '../checks/pets.ts'
import { unusedId } from './get-unknown.ts'

test.each([1, 100, -5, 2n ** 54n + 7n, 2n ** 63n - 1n, -(2n ** 63n)])(
  'an unused id beside %s is found as no animal, even with digits lost',
  async (known) => {
    const pet: SeenPet = { id: known, name: 'Rex', categoryId: 1, lacks: ['status'] }
    const session = { unused: new Set(), options: { draw: randomInt } }
    const catalogue = { session, added: [], pets: async () => [pet] } as unknown as Catalogue
    for (let times = 0; times < 200; times += 1) {
      const id = await unusedId(catalogue)
      expect(id).toBeGreaterThan(2n ** 53n)
      const lost = [id, BigInt(Number(id))].flatMap((each) => [each, BigInt.asIntN(32, each), BigInt.asUintN(32, each)])
      expect(lost).not.toContain(BigInt(known))
      expect(Number(id)).not.toBe(Number(known))
    }
  },
)
