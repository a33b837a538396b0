import { planNames } from '../../spec/index.ts'
import { maskKey } from '../world/keys.ts'
import { ControlError } from './control-error.ts'
import { oneOf, secret, text } from './kinds.ts'
import { type ControlRoute, type ControlWorld, json, members, notFound, nothing, route } from './route.ts'

/** A mock is not a directory of keys. */
const mostKeys = 10_000

/** The routes of own keys. */
export const keyRoutes: readonly ControlRoute[] = [
  route({ method: 'GET', path: '/_mock/keys', summary: 'List own keys, masked' }, (world) => json(ownKeys(world))),
  route(
    {
      method: 'POST',
      path: '/_mock/keys',
      summary: 'Make a key known, or say anew what it is',
      body: members(
        {
          key: secret,
          plan: oneOf(planNames),
          standing: oneOf(['valid', 'revoked', 'expired']),
          start: oneOf(['full', 'last', 'exhausted', 'banned']),
          sandbox: text(64),
        },
        ['key'],
      ),
    },
    ({ body: { key, ...option }, ...world }) => {
      const { keys } = world.store
      if (keys.own.size >= mostKeys && !keys.own.has(key)) {
        throw new ControlError(
          409,
          'limit_reached',
          `Cannot add the key ${maskKey(key)}: there are ${mostKeys}. Remove some first.`,
        )
      }
      const isNew = !keys.own.has(key)
      keys.add(key, Object.fromEntries(Object.entries(option)))
      return json(ownKey(world, key), isNew ? 201 : 200)
    },
  ),
  route({ method: 'DELETE', path: '/_mock/keys/{id}', summary: 'Forget an own key' }, ({ part, ...world }) => {
    const { store, keyNames } = world
    const id = part('id')
    const key = keyNames.findOwn(id)
    // What is no id may be a key.
    if (key === undefined)
      throw notFound(
        'own key',
        maskKey(id),
        ownKeys(world).flatMap((own) => own.id ?? []),
      )
    store.keys.remove(key)
    return nothing
  }),
]

/** Own keys as plain data, masked. */
export function ownKeys(world: ControlWorld) {
  return [...world.store.keys.own.keys()].map((key) => ownKey(world, key))
}

function ownKey({ store, keyNames }: ControlWorld, key: string) {
  return { ...keyNames.nameOf(key), ...store.keys.recordOf(key) }
}
