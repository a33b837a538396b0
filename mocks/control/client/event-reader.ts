/** Reads server-sent events from text that comes in pieces. */
export class EventReader {
  /** The id of the latest event. A broken stream goes on after it. */
  lastId: string | undefined
  /** The pieces of an event that has not ended. */
  #pieces: string[] = []
  readonly #onEvent: (data: string) => void

  constructor(onEvent: (data: string) => void) {
    this.#onEvent = onEvent
  }

  /** Reads the next piece, and passes on the events that end in it. */
  read(chunk: string): void {
    if (chunk === '') return
    // A large event comes in many pieces, so only the new one is searched.
    const hasEnd = `${this.#pieces.at(-1)?.at(-1) ?? ''}${chunk}`.includes('\n\n')
    this.#pieces.push(chunk)
    if (hasEnd) {
      const blocks = this.#pieces.join('').split('\n\n')
      const rest = blocks.pop() ?? ''
      this.#pieces = [rest]
      for (const block of blocks) this.#dispatch(block)
    }
  }

  /** Forgets an event that the broken stream did not finish. */
  breakOff(): void {
    this.#pieces = []
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
