const mostEventCharacters = 64 * 1_048_576

/** Reads server-sent events from text that comes in pieces. */
export class EventReader {
  /** The id of the latest event. A broken stream goes on after it. */
  lastId: string | undefined
  #rest = ''
  readonly #onEvent: (data: string) => void

  constructor(onEvent: (data: string) => void) {
    this.#onEvent = onEvent
  }

  /** Reads the next piece, and passes on the events that end in it. */
  read(chunk: string): void {
    const blocks = (this.#rest + chunk).split('\n\n')
    this.#rest = blocks.pop() ?? ''
    // No event is that long. An endless one must not fill the memory.
    if (this.#rest.length > mostEventCharacters) this.breakOff()
    for (const block of blocks) this.#dispatch(block)
  }

  /** Forgets an event that the broken stream did not finish. */
  breakOff(): void {
    this.#rest = ''
  }

  #dispatch(block: string): void {
    const data: string[] = []
    for (const line of block.split('\n')) {
      const [, name, value = ''] = /^([a-z]+): ?(.*)$/s.exec(line) ?? []
      if (name === 'id') this.lastId = value
      else if (name === 'data') data.push(value)
    }
    if (data.length > 0) this.#onEvent(data.join('\n'))
  }
}
