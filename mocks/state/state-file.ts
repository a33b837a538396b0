import type { DatabaseSync } from 'node:sqlite'
import { inTransaction, reasonOf } from '../../fixtures/database-file.ts'
import type { AnimalPlace, AnimalsBeginning, BaseAnimals } from '../world/animals.ts'
import { MemoryAnimals } from '../world/memory-animals.ts'
import type { Room } from '../world/room.ts'
import { StorageError } from '../world/storage-error.ts'
import { type DurableAnimals, durableAnimals } from './durable-animals.ts'
import { StateTables } from './state-tables.ts'

/** Changes of one turn of the event loop, which are made together. */
interface Turn extends PromiseWithResolvers<void> {
  readonly changes: { readonly animals: DurableAnimals; readonly make: () => void }[]
}

/**
 * A file that keeps what happens to the animals of every sandbox, in place of memory alone:
 * `createAnimalStore({ animals: file })`. They stay here when their sandbox expires.
 */
export class StateFile implements AnimalPlace {
  readonly #database: DatabaseSync
  readonly #tables: StateTables
  readonly #isInPlace: () => boolean
  /** What a person should know about how the file was found. */
  readonly notice: string | undefined
  /** What waits to be made; `undefined` while nothing does. */
  #turn: Turn | undefined
  /** The animals of sandboxes, as long as anybody holds them: all who do must have the same. */
  readonly #open = new Map<string, WeakRef<DurableAnimals>>()
  readonly #forgotten = new FinalizationRegistry((sandbox: string) => {
    if (this.#open.get(sandbox)?.deref() === undefined) this.#open.delete(sandbox)
  })

  constructor(database: DatabaseSync, isInPlace: () => boolean, notice: string | undefined) {
    this.#database = database
    this.#isInPlace = isInPlace
    this.notice = notice
    this.#tables = new StateTables(database)
  }

  /** The animals of a sandbox. @throws {StorageError} when a reset or restore cannot be kept; nothing changes then */
  readonly open = (sandbox: string, base: BaseAnimals, beginning: AnimalsBeginning, room: Room): DurableAnimals => {
    const open = beginning === 'kept' ? this.#open.get(sandbox)?.deref() : undefined
    if (open !== undefined) {
      open.room = room
      return open
    }
    const changes =
      beginning === 'kept' ? this.#tables.read(sandbox, base) : beginning === 'dataset' ? undefined : beginning
    // Made first: changes that do not fit must not reach the file.
    const memory = new MemoryAnimals(base, changes, room)
    if (beginning !== 'kept') this.#change(() => this.#tables.replace(sandbox, base, changes))
    const animals = durableAnimals(this, sandbox, base, memory, room)
    this.#open.set(sandbox, new WeakRef(animals))
    this.#forgotten.register(animals, sandbox)
    return animals
  }

  /** Every sandbox begins anew. @throws {StorageError} when that cannot be kept; nothing changes then */
  readonly reset = (): void => {
    this.#change(() => this.#tables.clear())
    this.#open.clear()
  }

  /** Makes a change of some animals together with others of this turn, and resolves once the file has it. */
  async make<T>(animals: DurableAnimals, work: (tables: StateTables | undefined) => T): Promise<T> {
    if (this.#turn === undefined) {
      this.#turn = { changes: [], ...Promise.withResolvers<void>() }
      setImmediate(() => this.makeWaiting())
    }
    let result: T | undefined
    const make = () => {
      // Calls that began before a reset see the past, which is not kept.
      const isCurrent = this.#open.get(animals.sandbox)?.deref() === animals
      result = work(isCurrent ? this.#tables : undefined)
    }
    this.#turn.changes.push({ animals, make })
    await this.#turn.promise
    return result as T
  }

  /** Makes the changes that wait, all of them or none. */
  makeWaiting(): void {
    const turn = this.#turn
    this.#turn = undefined
    if (turn === undefined) return
    try {
      this.#inTransaction(() => {
        for (const { make } of turn.changes) make()
      })
      turn.resolve()
    } catch (error) {
      turn.reject(error)
      this.#undo(turn)
    }
  }

  /** Memory made these changes, and the file did not. */
  #undo({ changes }: Turn): void {
    try {
      for (const animals of new Set(changes.map((change) => change.animals))) animals.load(this.#tables)
    } catch {
      // A file that was closed cannot be read either.
    }
  }

  /** Makes what waits, closes the file and lets others use it. */
  async close(): Promise<void> {
    this.makeWaiting()
    this.#database.close()
  }

  #change(work: () => void): void {
    this.makeWaiting()
    this.#inTransaction(work)
  }

  #inTransaction(work: () => void): void {
    try {
      inTransaction(this.#database, () => {
        work()
        if (!this.#isInPlace())
          throw new Error('it was removed, moved, replaced or cut short. Put it back, or start again')
      })
    } catch (error) {
      throw new StorageError(`Cannot write to the state file, so nothing was changed: ${reasonOf(error)}.`, {
        cause: error,
      })
    }
  }
}
