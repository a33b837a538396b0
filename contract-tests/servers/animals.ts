import { type Int64, type Pet, completed, shapes } from '../../spec/index.ts'

const names = ['Rex', 'Tom', 'Coco', 'Zoë', 'Bella', 'Nemo', 'Løvə', 'Felix', '小虎', 'Daisy', 'Борис', 'Luna']

// One of ten animals has no status: section 2 does not require it.
const statuses = [
  'available',
  'pending',
  'available',
  'sold',
  undefined,
  'available',
  'sold',
  'available',
  'pending',
  'available',
] as const

// Ids and categories beyond 2^53, early enough to be on a page of 20.
const large = new Map<number, { id: Int64; categoryId: Int64 }>([
  [3, { id: 9007199254740993n, categoryId: 9007199254740995n }],
  [7, { id: 9223372036854775807n, categoryId: 2 }],
])

/**
 * So many animals, always the same: ids counted from 1, every status, and from eight animals on two ids beyond 2^53.
 * @param edit makes each animal another one
 */
export function manyAnimals(count: number, edit: (pet: Pet, index: number) => Pet = (pet) => pet): Pet[] {
  return Array.from({ length: count }, (_, index) => {
    const name = names[index % names.length] ?? 'Rex'
    const status = statuses[index % statuses.length]
    const pet = { id: index + 1, name: `${name} ${index + 1}`, categoryId: 1 + (index % 5), ...large.get(index) }
    // Every second animal has each further member that it may have, and the others have those that they need.
    const known = status === undefined ? pet : { ...pet, status }
    return edit(completed<Pet>(shapes.Pet, known, status !== undefined && index % 2 === 1), index)
  })
}
