interface Bounds<Value> {
  readonly entries: number
  readonly bytes?: number
  readonly bytesOf?: (value: Value) => number
}

/** A map of limited size. When it is full, the entry that was set longest ago is dropped. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #bounds: Required<Bounds<Value>>
  #bytes = 0

  constructor(bounds: Bounds<Value>) {
    super()
    this.#bounds = { bytes: 0, bytesOf: () => 0, ...bounds }
  }

  override set(key: Key, value: Value): this {
    this.delete(key)
    super.set(key, value)
    this.#bytes += this.#bounds.bytesOf(value)
    for (const oldest of this.keys()) {
      if (this.size <= this.#bounds.entries && this.#bytes <= this.#bounds.bytes) break
      this.delete(oldest)
    }
    return this
  }

  override delete(key: Key): boolean {
    const value = this.get(key)
    if (value !== undefined) this.#bytes -= this.#bounds.bytesOf(value)
    return super.delete(key)
  }
}
