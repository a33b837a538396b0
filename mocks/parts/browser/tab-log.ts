import { KeptAnimalsError } from './tab-errors.ts'

/** Lines in the order in which they were written, which every tab of the app can read: IndexedDB. */
export class TabLog {
  readonly #database: IDBDatabase
  #last = 0

  private constructor(database: IDBDatabase) {
    this.#database = database
  }

  /** @throws {KeptAnimalsError} when the browser keeps nothing, as in some private windows */
  static async open(name: string): Promise<TabLog> {
    return new TabLog(await connect(name))
  }

  get isEmpty(): boolean {
    return this.#last === 0
  }

  /** The lines that were written since this was asked last, by this tab or another one. */
  async readOn(): Promise<readonly unknown[]> {
    const store = this.#database.transaction(lines).objectStore(lines)
    const range = IDBKeyRange.lowerBound(this.#last, true)
    const [keys, values] = await Promise.all([done(store.getAllKeys(range)), done<unknown[]>(store.getAll(range))])
    this.#last = Number(keys.at(-1) ?? this.#last)
    return values
  }

  /** Writes lines at the end, or in the place of all: all or none of them. */
  async write(more: readonly unknown[], isAnew = false): Promise<void> {
    const transaction = this.#database.transaction(lines, 'readwrite')
    const store = transaction.objectStore(lines)
    if (isAnew) store.clear()
    for (const line of more) store.add(line)
    await new Promise((resolve, reject) => {
      transaction.addEventListener('complete', resolve)
      transaction.addEventListener('abort', () =>
        reject(transaction.error ?? new Error('The browser gave up a write.')),
      )
    })
  }

  close(): void {
    this.#database.close()
  }
}

const lines = 'lines'

async function connect(name: string): Promise<IDBDatabase> {
  try {
    const request = indexedDB.open(`animal-store-kit: ${name}`, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(lines, { autoIncrement: true }))
    return await done(request)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new KeptAnimalsError(
      `Cannot keep the animals of "${name}" in this browser: ${reason}. Start the mock without persist, or clear the data of ${location.origin}.`,
      { cause: error },
    )
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser refused it.')))
  })
}
