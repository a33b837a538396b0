import { type Pet, type PetStatus, petStatuses } from '../../../spec/index.ts'
import type { ServerState } from '../server-state.ts'
import type { Behaviour, Servers } from '../variation.ts'

/** Shops where people work while the run goes on. No clause forbids what they do: section 3 leaves transitions open. */
export const conformingShops: Servers = {
  'people-change-statuses': working(5, (shop) => shop.change(shop.any(), shop.otherStatus)),
  'people-change-new-statuses': working(7, (shop) => shop.change(shop.latest(), shop.otherStatus)),
  'people-sell-all': working(40, (shop) => {
    for (const pet of shop.animals.filter(({ status }) => status === 'available'))
      shop.change(pet, () => ({ status: 'sold' }))
  }),
  'people-rename': working(9, (shop) => shop.change(shop.latest(), ({ id }) => ({ name: `Bella the ${id}th` }))),
  'people-remove-old-ones': working(4, ({ animals }) => void animals.shift()),
  'people-remove-new-ones': working(13, ({ animals }) => void animals.pop()),
  // As in SQLite: the highest id and one. Section 2 does not say whether the id of an animal that is gone may come again.
  'people-remove-new-ones-ids-come-again': working(13, ({ animals }) => void animals.pop(), true),
  'people-remove-any': working(6, (shop) => shop.remove(shop.any())),
  'people-add-again': working(11, (shop) => {
    const pet = shop.latest()
    shop.remove(pet)
    if (pet !== undefined) shop.animals.push({ ...pet, id: shop.newId() })
  }),
}

type Shop = ReturnType<typeof shopOf>

/** Somebody does something before about one of so many requests. The first few are undisturbed. */
function working(every: number, act: (shop: Shop) => void, doIdsComeAgain = false): Behaviour {
  return (state) => {
    const shop = shopOf(state)
    return {
      decide(counted, usual) {
        if (counted.call.number > 6 && state.random() < 1 / every) act(shop)
        return usual(counted)
      },
      id: (newPet, usual) => (doIdsComeAgain ? usual(newPet) : shop.newId()),
    }
  }
}

function shopOf({ animals, random, change, remove }: ServerState) {
  let latestId = animals.length
  const oneOf = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)]
  return {
    animals,
    change,
    remove,
    newId: () => ++latestId,
    any: () => oneOf(animals),
    latest: () => oneOf(animals.slice(-8)),
    otherStatus: ({ status }: Pet): { status: PetStatus } => ({
      status: oneOf(petStatuses.filter((other) => other !== status)) ?? 'sold',
    }),
  }
}
