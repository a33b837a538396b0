import type { Key } from '../../../spec/made/control-types.ts'
import { type KnownKey, type KeyRing, maskKey } from '../../keys/keys.ts'
import { anonymousQuotaKey } from '../../call/count-quota.ts'
import { ControlError, type ControlContext, type Handlers, json, notFound, nothing, tooMany } from '../handler.ts'

/** How many own keys a mock can have. */
const mostKeys = 10_000

export const keyHandlers: Handlers<'keys'> = {
  listKeys: (context) => json(ownKeys(context)),
  addKey({ body: { key, ...known }, ...context }) {
    requireOwnKeys(context)
    const { keys } = context.store
    const isNew = !keys.own.has(key)
    if (isNew && keys.own.size >= mostKeys) {
      throw tooMany(`add the key ${maskKey(key)}`, `there are ${mostKeys}. Remove some`)
    }
    const added = keys.add(key, known)
    return json(ownKey(context, key, added), isNew ? 201 : 200)
  },
  forgetKey({ path: { id }, ...context }) {
    requireOwnKeys(context)
    const key = context.keyNames.findOwn(id)
    if (key === undefined) {
      const ids = ownKeys(context).map((own) => own.id)
      // The text may be a key itself.
      throw notFound('own key', maskKey(id), ids)
    }
    context.store.keys.remove(key)
    return nothing
  },
}

/** Replicas do not share keys, so a change here would reach this replica only. */
function requireOwnKeys({ store }: ControlContext): void {
  if (store.within === undefined) return
  const advice = 'Start all of them with the same --keys.'
  throw new ControlError(400, 'invalid_body', `Cannot change the keys of one replica. ${advice}`)
}

/** Own keys as plain data, masked. */
export function ownKeys(context: ControlContext): readonly Key[] {
  return [...context.store.keys.own].map(([key, known]) => ownKey(context, key, known))
}

function ownKey({ keyNames }: ControlContext, key: string, { from, until, ...known }: KnownKey): Key {
  return { id: keyNames.idOf(key), name: maskKey(key), ...known, from: from ?? null, until: until ?? null }
}

/** Gives keys ids, so that a page can tell them apart and change them without knowing them. */
export class KeyNames {
  readonly #keys: KeyRing
  readonly #ids = new Map<string, string>()

  constructor(keys: KeyRing) {
    this.#keys = keys
  }

  /** A key as it may be shown. Test keys are no secret, so they are shown whole. The id is `null` for a deleted key. */
  nameOf(key: string): { readonly id: string | null; readonly name: string } {
    if (this.#keys.own.has(key)) return { id: this.idOf(key), name: maskKey(key) }
    if (this.#keys.find(key) !== undefined) return { id: key, name: key }
    return { id: null, name: key === anonymousQuotaKey ? key : maskKey(key) }
  }

  /** The key with this id, or the key itself; `undefined` for an unknown one. */
  find(idOrKey: string): string | undefined {
    return this.#keys.find(idOrKey) === undefined ? this.findOwn(idOrKey) : idOrKey
  }

  findOwn(id: string): string | undefined {
    return [...this.#keys.own.keys()].find((key) => this.idOf(key) === id)
  }

  idOf(key: string): string {
    const id = this.#ids.get(key) ?? `own-${this.#ids.size + 1}`
    this.#ids.set(key, id)
    return id
  }
}
