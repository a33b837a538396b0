import type { Key } from '../../../spec/made/control-types.ts'
import { type KeyRecord, maskKey } from '../../keys/keys.ts'
import { ControlError } from '../control-error.ts'
import { type ControlParts, type Handlers, json, notFound, nothing } from '../handler.ts'

/** A mock is not a directory of keys. */
const mostKeys = 10_000

/** Own keys. */
export const keyHandlers: Handlers<'keys'> = {
  listKeys: (world) => json(ownKeys(world)),
  addKey({ body: { key, ...record }, ...world }) {
    refuseIfShared(world)
    const { keys } = world.store
    const isNew = !keys.own.has(key)
    if (isNew && keys.own.size >= mostKeys) {
      const problem = `Cannot add the key ${maskKey(key)}: there are ${mostKeys}. Remove some first.`
      throw new ControlError(409, 'limit_reached', problem)
    }
    keys.add(key, record)
    return json(ownKey(world, key, record), isNew ? 201 : 200)
  },
  forgetKey({ parts: { id }, ...world }) {
    refuseIfShared(world)
    const { store, keyNames } = world
    const key = keyNames.findOwn(id)
    // What is no id may be a key.
    if (key === undefined)
      throw notFound(
        'own key',
        maskKey(id),
        ownKeys(world).map((own) => own.id),
      )
    store.keys.remove(key)
    return nothing
  },
}

/** Each replica knows keys by itself, so a change here would be one of this replica alone. */
function refuseIfShared({ store }: ControlParts): void {
  if (store.within === undefined) return
  const advice = 'Start all of them with the same --keys.'
  throw new ControlError(400, 'invalid_body', `Cannot change the keys of one replica. ${advice}`)
}

/** Own keys as plain data, masked. */
export function ownKeys(world: ControlParts): readonly Key[] {
  return [...world.store.keys.own].map(([key, record]) => ownKey(world, key, record))
}

function ownKey({ keyNames }: ControlParts, key: string, record: KeyRecord): Key {
  return { id: keyNames.idOf(key), name: maskKey(key), ...record }
}
