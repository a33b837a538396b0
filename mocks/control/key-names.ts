import { type KeyRing, maskKey, testKeys } from '../keys/keys.ts'
import { anonymousQuotaKey } from '../keys/quota-of-call.ts'

/** A key as it may be shown, so that it can be recognised. */
export interface KeyName {
  /** What names the key in a request in place of itself; `null` for one that is no key any longer. */
  readonly id: string | null
  /** Test keys whole, for they are no secret; own keys masked. */
  readonly name: string
}

/** Names keys so that a page can distinguish them and act on them without ever holding one. */
export class KeyNames {
  readonly #keys: KeyRing
  readonly #ids = new Map<string, string>()
  #next = 1

  constructor(keys: KeyRing) {
    this.#keys = keys
  }

  nameOf(key: string): KeyName {
    if (this.#keys.own.has(key)) return { id: this.idOf(key), name: maskKey(key) }
    const isTestKey = Object.hasOwn(testKeys, key.split('.')[0] ?? '')
    if (isTestKey) return { id: key, name: key }
    return { id: null, name: key === anonymousQuotaKey ? key : maskKey(key) }
  }

  /** The key with this id, or the key itself; `undefined` for an unknown one. */
  find(idOrKey: string): string | undefined {
    return this.#keys.recordOf(idOrKey) === undefined ? this.findOwn(idOrKey) : idOrKey
  }

  /** The own key that is meant by an id. */
  findOwn(id: string): string | undefined {
    return [...this.#keys.own.keys()].find((key) => this.idOf(key) === id)
  }

  /** The id of an own key. */
  idOf(key: string): string {
    const known = this.#ids.get(key)
    // A key may be named as an id; that name is its own then, also where it came later.
    if (known !== undefined && !this.#keys.own.has(known)) return known
    for (const named of this.#ids.keys()) if (!this.#keys.own.has(named)) this.#ids.delete(named)
    let id: string
    do id = `own-${this.#next++}`
    while (this.#keys.own.has(id))
    this.#ids.set(key, id)
    return id
  }
}
