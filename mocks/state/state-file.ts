import type { DatabaseSync } from 'node:sqlite'
import { inTransaction, openDatabase, reasonOf, watchNames } from '../../fixtures/database-file.ts'
import type { AnimalPlace, Animals, AnimalsBeginning, BaseAnimals } from '../world/animals.ts'
import { type MakeEdits, bytesOfEdits, keptAnimals } from '../world/kept-animals.ts'
import { MemoryAnimals } from '../world/memory-animals.ts'
import type { Room } from '../world/room.ts'
import { StorageError } from '../world/storage-error.ts'
import {
  type StateOrigin,
  StateTables,
  brokenSandbox,
  otherOrigin,
  putOrigin,
  stateSchema,
  stateVersion,
} from './state-tables.ts'

/** A state file cannot be used. The message says which, why and what to do; nothing in the file was changed. */
export class StateFileError extends Error {
  override readonly name = 'StateFileError'
  readonly path: string

  constructor(path: string, problem: string) {
    super(`Cannot use the state file ${path}: ${problem}`)
    this.path = path
  }
}

const ifDamaged = 'Put a copy of the file in place, or move it away to begin anew.'

/**
 * Opens a file that keeps the animals of every sandbox, or makes a new one. No other process can use it until
 * it is closed. `createAnimalStore({ …, animals: file })` has its animals there.
 * @param origin the dataset that the file changes; the store must start from the same one
 * @throws {StateFileError} when it is in use, damaged, of another dataset or cannot be read; it is left as it is
 */
export async function openStateFile(path: string, origin: StateOrigin): Promise<StateFile> {
  const refuse = (problem: string) => new StateFileError(path, problem)
  let notice: string | undefined
  const database = openDatabase(path, {
    // "anim" in ASCII.
    applicationId: 0x61_6e_69_6d,
    version: stateVersion,
    ifDamaged,
    schema: stateSchema,
    begin: (made) => putOrigin(made, origin),
    verify(found) {
      const problem = otherOrigin(found, origin)
      if (problem !== undefined) throw refuse(problem)
      const broken = brokenSandbox(found, origin)
      if (broken === undefined) return
      throw refuse(
        `it is damaged (the ids or places of animals in its sandbox "${broken}" clash). Nothing was changed. ${ifDamaged}`,
      )
    },
    onCut: (found) => (notice = found),
    refuse,
  })
  return new StateFile(database, watchNames(path), notice)
}

/** A sandbox in use. Memory answers; a change is made there and in the file at once. */
interface OpenSandbox {
  readonly name: string
  readonly base: BaseAnimals
  memory: MemoryAnimals
  room: Room
  revisionBefore: number
  readonly animals: Animals
}

/** Changes of one turn of the event loop, which are made together. */
interface Turn extends PromiseWithResolvers<void> {
  readonly changes: { readonly sandbox: OpenSandbox; readonly make: () => void }[]
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
  /** The sandboxes whose animals anybody holds: all who do must have the same. */
  readonly #open = new Map<string, WeakRef<OpenSandbox>>()
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
  readonly open = (name: string, base: BaseAnimals, beginning: AnimalsBeginning, room: Room): Animals => {
    const open = beginning === 'kept' ? this.#open.get(name)?.deref() : undefined
    if (open !== undefined) {
      open.room = room
      open.memory.room = room
      return open.animals
    }
    const changes =
      beginning === 'kept' ? this.#tables.read(name, base) : beginning === 'dataset' ? undefined : beginning
    // Made first: changes that do not fit must not reach the file.
    const memory = new MemoryAnimals(base, changes, room)
    if (beginning !== 'kept') this.#change(() => this.#tables.replace(name, base, changes))
    const sandbox: OpenSandbox = {
      name,
      base,
      memory,
      room,
      revisionBefore: 0,
      animals: {
        ...keptAnimals(
          () => sandbox.memory,
          (make) => this.#write(sandbox, make),
        ),
        changes: () => {
          this.#makeWaiting()
          return sandbox.memory.changes()
        },
        get revision() {
          return sandbox.revisionBefore + sandbox.memory.revision
        },
        get isUnchanged() {
          return sandbox.memory.isUnchanged
        },
      },
    }
    this.#open.set(name, new WeakRef(sandbox))
    this.#forgotten.register(sandbox, name)
    return sandbox.animals
  }

  /** Every sandbox begins anew. @throws {StorageError} when that cannot be kept; nothing changes then */
  readonly reset = (): void => {
    this.#change(() => this.#tables.clear())
    this.#open.clear()
  }

  /** Makes a change together with others of this turn, and resolves once the file has it. */
  async #write<T>(sandbox: OpenSandbox, make: MakeEdits<T>): Promise<T> {
    if (this.#turn === undefined) {
      this.#turn = { changes: [], ...Promise.withResolvers<void>() }
      setImmediate(() => this.#makeWaiting())
    }
    let finish: (() => T) | undefined
    this.#turn.changes.push({ sandbox, make: () => (finish = this.#make(sandbox, make)) })
    await this.#turn.promise
    return (finish as unknown as () => T)()
  }

  /** Makes a change. @returns what gives its outcome, or throws why it was refused: others of the turn are made all the same */
  #make<T>(sandbox: OpenSandbox, make: MakeEdits<T>): () => T {
    const { name, base, memory, room } = sandbox
    let made: ReturnType<MakeEdits<T>>
    try {
      made = make(memory)
      room.check(bytesOfEdits(memory, made[0]))
    } catch (error) {
      return () => {
        throw error
      }
    }
    // Calls that began before a reset see the past, which is not kept.
    const tables = this.#open.get(name)?.deref() === sandbox ? this.#tables : undefined
    const [edits, outcome] = made
    for (const edit of edits) {
      const id = 'put' in edit ? edit.put.id : edit.remove
      if ('put' in edit) memory.put(edit.put)
      else memory.remove(id)
      tables?.put(name, id, memory.ownPlace(id), base)
    }
    tables?.putNext(name, memory.next)
    return () => outcome
  }

  /** Makes the changes that wait, all of them or none. */
  #makeWaiting(): void {
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
      for (const sandbox of new Set(changes.map((change) => change.sandbox))) {
        const { name, base, memory, room } = sandbox
        sandbox.revisionBefore += memory.revision + 1
        sandbox.memory = new MemoryAnimals(base, this.#tables.read(name, base), room)
      }
    } catch {
      // A file that was closed cannot be read either.
    }
  }

  /** Makes what waits, closes the file and lets others use it. */
  async close(): Promise<void> {
    this.#makeWaiting()
    this.#database.close()
  }

  #change(work: () => void): void {
    this.#makeWaiting()
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
