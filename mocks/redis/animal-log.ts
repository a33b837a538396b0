import { OptionsError, type Pet, readJson, writeJson } from '../../spec/index.ts'
import type { Animals, AnimalsBeginning, AnimalsChange, BaseAnimals, NumberedPets } from '../animals/animals.ts'
import { type Edit, applyEdit, bytesOfEdit, keptItems, loggedItems } from '../animals/logged-items.ts'
import { MemoryItems } from '../animals/memory-items.ts'
import type { MemoryLimit } from '../animals/memory-limit.ts'

/** What Redis keeps of animals, in order. They are those of the dataset before the first record. */
type AnimalRecord = Edit<Pet> | { readonly begin: AnimalsChange }

/** The records of a change that Redis does not have yet. */
export interface PendingRecords {
  /** The revision that the change is of; "" where what was there before does not matter. */
  readonly from: string
  /** Whether the records replace all that were there. */
  readonly isAnew: boolean
  readonly records: readonly string[]
}

/** Up to so many records are kept, even if there are few animals. */
const mostRecords = 10_000

/** The animals of a copy: the records of Redis, applied in order, and the change that is under way. */
export class AnimalLog {
  readonly base: BaseAnimals
  readonly #memoryLimit: MemoryLimit
  #memory: MemoryItems<Pet>
  /** How many records there have ever been, and how many before the first that is kept. */
  #revision = 0
  #first = 0
  #isChanging = false
  /** Records of the change that is under way. Redis does not have them yet. */
  #pending: string[] = []
  #begunAs: AnimalsBeginning | undefined

  constructor(base: BaseAnimals, memoryLimit: MemoryLimit) {
    this.base = base
    this.#memoryLimit = memoryLimit
    this.#memory = new MemoryItems(base)
  }

  get memory(): MemoryItems<Pet> {
    return this.#memory
  }

  /** How many records it has applied. */
  get revision(): number {
    return this.#revision
  }

  /** Whether there are animals here that Redis does not have. */
  get isChanging(): boolean {
    return this.#isChanging
  }

  /** Applies records of other replicas, and those that this one has just appended. @returns the animals that each record was about */
  take(revision: number, records: readonly AnimalRecord[]): readonly NumberedPets[] {
    // Records that come during a change come again with the next script.
    if (this.#isChanging || revision === this.#revision) return []
    const first = revision - records.length
    if (first !== this.#revision) {
      this.#first = first
      this.#memory = new MemoryItems(this.base)
    }
    // If a record is damaged, all of them are read again.
    this.#revision = 0
    const outcomes = records.map((record) => this.#apply(record))
    this.#revision = revision
    this.#memoryLimit.usedBytes = this.#memory.bytes
    return outcomes
  }

  #apply(record: AnimalRecord): NumberedPets {
    if (!('begin' in record)) return applyEdit(this.#memory, record)
    this.#memory = keptItems(this.base, record.begin)
    return { items: [], renumbered: 0 }
  }

  /** Animals for whoever changes the copy. */
  open(beginning: AnimalsBeginning): Animals {
    if (beginning !== 'kept') {
      this.#requireChange()
      this.#memory = keptItems(this.base, beginning)
      this.#memoryLimit.usedBytes = this.#memory.bytes
      this.#begunAs = beginning
      this.#pending = beginning === 'dataset' ? [] : [writeJson({ begin: beginning })]
    }
    return loggedItems(this.base, {
      memory: () => this.#memory,
      append: async (edit) => this.#append(edit),
      revision: () => this.#revision + this.#pending.length,
    })
  }

  #append(edit: Edit<Pet>): NumberedPets {
    this.#requireChange()
    this.#memoryLimit.check(bytesOfEdit(this.#memory, edit))
    const outcome = applyEdit(this.#memory, edit)
    this.#memoryLimit.usedBytes = this.#memory.bytes
    this.#pending.push(writeJson(edit))
    return outcome
  }

  /** @throws {OptionsError} when an edit would not reach Redis */
  #requireChange(): void {
    if (this.#isChanging) return
    throw new OptionsError(
      "Cannot change the animals of a sandbox that replicas share while looking at it: await store.within({ sandbox, use: 'change' }, (store) => …).",
    )
  }

  beginChange(): void {
    this.#isChanging = true
    this.#pending = []
    this.#begunAs = undefined
  }

  /** The records since {@link beginChange}. */
  get pending(): PendingRecords {
    const kept = this.#revision - this.#first
    // If there are too many records, one record replaces them all.
    const isLong = kept > mostRecords && kept > 2 * this.#memory.count()
    const from = this.#begunAs === 'dataset' ? '' : String(this.#revision)
    if (isLong && this.#begunAs === undefined) {
      return { from, isAnew: true, records: [writeJson({ begin: this.#memory.changes() })] }
    }
    const isAnew = this.#begunAs !== undefined
    return { from: isAnew || this.#pending.length > 0 ? from : '', isAnew, records: this.#pending }
  }

  /** Redis has these records now, and so many in all. If there were none, other replicas may have appended some meanwhile. */
  keep(revision: number, { isAnew, records }: PendingRecords): void {
    if (isAnew) this.#first = revision - records.length
    if (isAnew || records.length > 0) this.#revision = revision
    this.endChange()
  }

  endChange(): void {
    this.#pending = []
    this.#isChanging = false
  }
}

/** Reads a record of Redis. @throws {TypeError} when it is not JSON */
export function readAnimalRecord(text: string): AnimalRecord {
  const reading = readJson(text)
  if (!reading.ok) throw new TypeError(`its animals have a record that is not JSON: ${text.slice(0, 100)}`)
  return reading.value as AnimalRecord
}
