import type { DatabaseSync } from 'node:sqlite'
import type { Pet } from '../../../spec/index.ts'
import { inTransaction, openDatabase, reasonOf } from '../../../fixtures/database-file.ts'
import {
  type AnimalStorage,
  type Animals,
  type AnimalsBeginning,
  BaseAnimals,
  type NumberedPets,
} from '../../animals/animals.ts'
import { type Edit, applyEdit, loggedItems } from '../../animals/logged-items.ts'
import { MemoryItems } from '../../animals/memory-items.ts'
import type { MemoryLimit } from '../../animals/memory-limit.ts'
import { StorageError } from '../../animals/storage-error.ts'
import {
  type AnimalFileOrigin,
  AnimalTables,
  brokenSandbox,
  otherOrigin,
  putOrigin,
  fileSchema,
  fileVersion,
  petsView,
} from './animal-tables.ts'

/** An animal file cannot be used. The message says which, why and what to do; nothing in the file was changed. */
export class AnimalFileError extends Error {
  override readonly name = 'AnimalFileError'
  readonly path: string

  constructor(path: string, problem: string) {
    super(`Cannot use the animal file ${path}: ${problem}`)
    this.path = path
  }
}

const ifDamaged = 'Put a copy of the file in place, or move it away to begin anew.'

/**
 * Opens a file that keeps the animals of every sandbox, or makes a new one. No other process can use it until
 * it is closed. `createAnimalStore({ …, animals: file })` has its animals there.
 * @param origin the dataset that the file changes; the store must start from the same one
 * @throws {AnimalFileError} when it is in use, damaged, of another dataset or cannot be read; it is left as it is
 */
export async function openAnimalFile(path: string, origin: AnimalFileOrigin): Promise<AnimalFile> {
  const base = new BaseAnimals(origin.pets)
  const unusable = (problem: string) => new AnimalFileError(path, problem)
  const database = openDatabase(path, {
    // "anim" in ASCII.
    applicationId: 0x61_6e_69_6d,
    version: fileVersion,
    ifDamaged,
    schema: fileSchema,
    views: { pets: petsView(base.shape) },
    begin: (made) => putOrigin(made, origin, base),
    verify(found) {
      const problem = otherOrigin(found, origin, base)
      if (problem !== undefined) throw unusable(problem)
      const broken = brokenSandbox(found, base)
      if (broken === undefined) return
      throw unusable(
        `it is damaged (the ids or positions of animals in its sandbox "${broken}" clash). Nothing was changed. ${ifDamaged}`,
      )
    },
    refuse: unusable,
  })
  return new AnimalFile(database)
}

/** A sandbox in use. Memory answers; a change goes to memory and to the file together. */
interface OpenSandbox {
  readonly name: string
  readonly base: BaseAnimals
  memory: MemoryItems<Pet>
  memoryLimit: MemoryLimit
  readonly animals: Animals
}

/** An edit that waits to be applied, and the promise of its result. */
interface WaitingEdit extends PromiseWithResolvers<NumberedPets> {
  readonly sandbox: OpenSandbox
  readonly edit: Edit<Pet>
}

/**
 * A file that keeps what happens to the animals of every sandbox, in place of memory alone:
 * `createAnimalStore({ animals: file })`. They stay here when their sandbox expires.
 */
export class AnimalFile implements AnimalStorage {
  readonly #database: DatabaseSync
  readonly #tables: AnimalTables
  /** Edits of one turn of the event loop, which are applied together. */
  #waiting: WaitingEdit[] = []
  /** Open sandboxes. All callers must share one object. */
  readonly #open = new Map<string, WeakRef<OpenSandbox>>()
  readonly #forgotten = new FinalizationRegistry((sandbox: string) => {
    if (this.#open.get(sandbox)?.deref() === undefined) this.#open.delete(sandbox)
  })

  constructor(database: DatabaseSync) {
    this.#database = database
    this.#tables = new AnimalTables(database)
  }

  /** The animals of a sandbox. @throws {StorageError} when a reset or restore cannot be kept; nothing changes then */
  readonly open = (name: string, base: BaseAnimals, beginning: AnimalsBeginning, memoryLimit: MemoryLimit): Animals => {
    const open = beginning === 'kept' ? this.#open.get(name)?.deref() : undefined
    if (open !== undefined) {
      open.memoryLimit = memoryLimit
      open.memory.memoryLimit = memoryLimit
      return open.animals
    }
    const difference =
      beginning === 'kept' ? this.#tables.read(name, base) : beginning === 'dataset' ? undefined : beginning
    // Made first: changes that do not fit must not reach the file.
    const memory = new MemoryItems(base, difference, memoryLimit)
    if (beginning !== 'kept') this.#change(() => this.#tables.replace(name, base, difference))
    const sandbox: OpenSandbox = {
      name,
      base,
      memory,
      memoryLimit,
      animals: loggedItems(base, {
        memory: () => sandbox.memory,
        append: (edit) => this.#append(sandbox, edit),
        settle: () => this.#applyWaitingEdits(),
      }),
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

  /** Applies an edit together with others of this turn, and resolves once the file has it. */
  #append(sandbox: OpenSandbox, edit: Edit<Pet>): Promise<NumberedPets> {
    if (this.#waiting.length === 0) setImmediate(() => this.#applyWaitingEdits())
    const waiting: WaitingEdit = { sandbox, edit, ...Promise.withResolvers() }
    this.#waiting.push(waiting)
    return waiting.promise
  }

  /** Applies the edits that wait, all of them or none. */
  #applyWaitingEdits(): void {
    const waiting = this.#waiting
    this.#waiting = []
    if (waiting.length === 0) return
    try {
      const callbacks: (() => void)[] = []
      this.#inTransaction(() => {
        for (const each of waiting) callbacks.push(this.#apply(each))
      })
      for (const callback of callbacks) callback()
    } catch (error) {
      for (const { reject } of waiting) reject(error)
      this.#undo(waiting)
    }
  }

  /** Applies an edit in memory and in the file. @returns a callback that settles its promise. A refused edit does not stop the others. */
  #apply({ sandbox, edit, resolve, reject }: WaitingEdit): () => void {
    const { name, base, memory } = sandbox
    let outcome: NumberedPets
    try {
      outcome = applyEdit(memory, edit)
    } catch (error) {
      return () => reject(error)
    }
    // An edit from before a reset changes only the old memory, not the file.
    if (this.#open.get(name)?.deref() === sandbox) {
      for (const { id } of outcome.items) this.#tables.put(name, id, memory.ownItem(id), base)
      this.#tables.putNext(name, memory.next)
    }
    return () => resolve(outcome)
  }

  /** Memory has these edits, and the file has not. */
  #undo(waiting: readonly WaitingEdit[]): void {
    try {
      for (const sandbox of new Set(waiting.map((each) => each.sandbox))) {
        const { name, base, memoryLimit } = sandbox
        sandbox.memory = new MemoryItems(base, this.#tables.read(name, base), memoryLimit)
      }
    } catch {
      // A file that was closed cannot be read either.
    }
  }

  /** Applies the edits that wait, closes the file and lets other processes use it. */
  async close(): Promise<void> {
    this.#applyWaitingEdits()
    this.#database.close()
  }

  #change(work: () => void): void {
    this.#applyWaitingEdits()
    this.#inTransaction(work)
  }

  #inTransaction(work: () => void): void {
    try {
      inTransaction(this.#database, work)
    } catch (error) {
      throw new StorageError(`Cannot write to the animal file, so nothing was changed: ${reasonOf(error)}.`, {
        cause: error,
      })
    }
  }
}
