import type { DatabaseSync } from 'node:sqlite'
import {
  type Int64,
  type Pet,
  type Shape,
  isObject,
  itemText,
  membersOf,
  plainInteger,
  readJson,
  shellLine,
} from '../../../spec/index.ts'
import type { AnimalsDifference, BaseAnimals } from '../../animals/animals.ts'
import { baseChecksum } from '../../animals/base-checksum.ts'
import { MemoryItems } from '../../animals/memory-items.ts'

/** The dataset from which the animals of an animal file differ. */
export interface AnimalFileOrigin {
  readonly dataset: string
  readonly seed: number
  readonly pets: readonly Pet[]
}

export const fileVersion = 3

/** `animals` are those that were added or changed; `hidden` are animals of the dataset that were changed or removed. */
export const fileSchema = `
  CREATE TABLE meta (
    format_version INTEGER NOT NULL, dataset TEXT NOT NULL, count INTEGER NOT NULL, seed INTEGER NOT NULL,
    digest TEXT NOT NULL
  ) STRICT;
  CREATE TABLE sandboxes (name TEXT PRIMARY KEY, next_id INTEGER NOT NULL, next_position INTEGER NOT NULL) STRICT;
  CREATE TABLE hidden (sandbox TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (sandbox, id)) STRICT, WITHOUT ROWID;
  CREATE TABLE animals (
    sandbox TEXT NOT NULL, id INTEGER NOT NULL, position INTEGER NOT NULL, item TEXT NOT NULL,
    PRIMARY KEY (sandbox, id)
  ) STRICT, WITHOUT ROWID;`

/** A view with a column for each member, for other tools. */
export function petsView(shape: Shape): string {
  const columns = membersOf(shape).map(({ name }) => {
    const column = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    return name === 'id' ? 'id, position' : `item ->> '$.${name}' AS "${column}"`
  })
  return `CREATE VIEW pets AS SELECT sandbox, ${columns.join(', ')} FROM animals`
}

export function putOrigin(database: DatabaseSync, { dataset, pets, seed }: AnimalFileOrigin, base: BaseAnimals): void {
  const insert = database.prepare('INSERT INTO meta VALUES (?, ?, ?, ?, ?)')
  insert.run(fileVersion, dataset, pets.length, seed, baseChecksum(base))
}

/** Why a file cannot be used with this dataset; `undefined` if it can. */
export function otherOrigin(
  database: DatabaseSync,
  { dataset, seed, pets }: AnimalFileOrigin,
  base: BaseAnimals,
): string | undefined {
  const meta = database.prepare('SELECT dataset, count, seed, digest FROM meta').get()
  const [name = '', count = '', foundSeed = '', digest] = Object.values(meta ?? {}).map(String)
  const found = `${name} (${count} animals, seed ${foundSeed})`
  const wanted = `${dataset} (${pets.length} animals, seed ${seed})`
  if (found !== wanted) {
    const flags = shellLine(['--dataset', name, '--count', count, '--seed', foundSeed])
    return `it changes the dataset ${found}, and this start is with ${wanted}. Start with ${flags}, or name another file.`
  }
  return digest === baseChecksum(base)
    ? undefined
    : `it changes the dataset ${found} as another version of animal-store makes it. Use that version, or name another file.`
}

/** The first sandbox whose animals do not fit together, for example two at one position; `undefined` if all do. */
export function brokenSandbox(database: DatabaseSync, base: BaseAnimals): string | undefined {
  const names = database.prepare('SELECT name FROM sandboxes').all()
  if (names.length === 0) return undefined
  const tables = new AnimalTables(database)
  return names
    .map(({ name }) => String(name))
    .find((name) => {
      try {
        return void new MemoryItems(base, tables.read(name, base))
      } catch (error) {
        return error instanceof TypeError
      }
    })
}

/** The tables of an animal file, in the words of the mock. */
export class AnimalTables {
  readonly #database: DatabaseSync
  readonly #sql: ReturnType<typeof prepareAll>

  constructor(database: DatabaseSync) {
    this.#database = database
    this.#sql = prepareAll(database)
  }

  /** How the animals of a sandbox differ from the dataset; `undefined` if they do not. */
  read(sandbox: string, base: BaseAnimals): AnimalsDifference | undefined {
    const next = this.#sql.readSandbox.get(sandbox)
    if (next === undefined) return undefined
    return {
      own: Array.from(this.#sql.readPets.iterate(sandbox), (row) => [Number(row['position']), animalOf(row)]),
      hidden: this.#sql.readHidden.all(sandbox).flatMap(({ id }) => base.positionOf(plainInteger(id as bigint)) ?? []),
      nextId: plainInteger(next['next_id'] as bigint),
      nextPosition: Number(next['next_position']),
    }
  }

  /** Writes an animal after its change: `undefined` when it was removed. */
  put(sandbox: string, id: Int64, placed: readonly [position: number, pet: Pet] | undefined, base: BaseAnimals): void {
    if (placed === undefined) {
      this.#sql.removePet.run(sandbox, id)
    } else {
      const [position, pet] = placed
      this.#sql.putPet.run(sandbox, id, position, itemText(base.shape, pet))
    }
    if (base.positionOf(id) !== undefined) this.#sql.putHidden.run(sandbox, id)
  }

  putNext(sandbox: string, { nextId, nextPosition }: Pick<AnimalsDifference, 'nextId' | 'nextPosition'>): void {
    this.#sql.putSandbox.run(sandbox, nextId, nextPosition)
  }

  /** Makes a sandbox differ from its dataset in this alone. */
  replace(sandbox: string, base: BaseAnimals, difference: AnimalsDifference | undefined): void {
    for (const clear of this.#sql.clears) clear.run(sandbox)
    if (difference === undefined) return
    for (const placed of difference.own) this.put(sandbox, placed[1].id, placed, base)
    for (const position of difference.hidden) this.#sql.putHidden.run(sandbox, base.items[position]?.id ?? null)
    this.putNext(sandbox, difference)
  }

  /** Makes every sandbox as its dataset is. */
  clear(): void {
    this.#database.exec('DELETE FROM animals; DELETE FROM hidden; DELETE FROM sandboxes')
  }
}

function prepareAll(database: DatabaseSync) {
  const exact = (sql: string) => {
    const statement = database.prepare(sql)
    statement.setReadBigInts(true)
    return statement
  }
  return {
    readSandbox: exact('SELECT next_id, next_position FROM sandboxes WHERE name = ?'),
    readPets: exact('SELECT id, position, item FROM animals WHERE sandbox = ? ORDER BY position'),
    readHidden: exact('SELECT id FROM hidden WHERE sandbox = ?'),
    putSandbox: database.prepare('INSERT OR REPLACE INTO sandboxes VALUES (?, ?, ?)'),
    putPet: database.prepare('INSERT OR REPLACE INTO animals VALUES (?, ?, ?, ?)'),
    putHidden: database.prepare('INSERT OR IGNORE INTO hidden VALUES (?, ?)'),
    removePet: database.prepare('DELETE FROM animals WHERE sandbox = ? AND id = ?'),
    clears: ['animals WHERE sandbox', 'hidden WHERE sandbox', 'sandboxes WHERE name'].map((rows) =>
      database.prepare(`DELETE FROM ${rows} = ?`),
    ),
  }
}

/** @throws {TypeError} when the file is damaged */
function animalOf({ id, item }: Record<string, unknown>): Pet {
  const reading = readJson(String(item))
  const pet = reading.ok && isObject(reading.value) ? reading.value : {}
  if (pet['id'] !== plainInteger(id as bigint)) throw new TypeError('An animal of the file has another id.')
  return pet as unknown as Pet
}
