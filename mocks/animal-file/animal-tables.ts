import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { type Int64, type Pet, plainInteger, shellLine, writeJson } from '../../spec/index.ts'
import { type AnimalsChange, BaseAnimals } from '../animals/animals.ts'
import { MemoryItems } from '../animals/memory-items.ts'

/** The animals that an animal file changes. */
export interface AnimalFileOrigin {
  readonly dataset: string
  readonly seed: number
  readonly pets: readonly Pet[]
}

export const fileVersion = 2

// `pets` are those that were added or changed; `hidden` are animals of the dataset that were changed or removed.
export const fileSchema = `
  CREATE TABLE meta (
    format_version INTEGER NOT NULL, dataset TEXT NOT NULL, count INTEGER NOT NULL, seed INTEGER NOT NULL,
    digest TEXT NOT NULL
  ) STRICT;
  CREATE TABLE sandboxes (name TEXT PRIMARY KEY, next_id INTEGER NOT NULL, next_position INTEGER NOT NULL) STRICT;
  CREATE TABLE pets (
    sandbox TEXT NOT NULL,
    id INTEGER NOT NULL,
    position INTEGER NOT NULL,
    name ANY NOT NULL CHECK (typeof(name) IN ('text', 'blob')),
    category_id INTEGER NOT NULL,
    status TEXT CHECK (status IN ('available', 'pending', 'sold')),
    PRIMARY KEY (sandbox, id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE hidden (sandbox TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (sandbox, id)) STRICT, WITHOUT ROWID;`

export function putOrigin(database: DatabaseSync, { dataset, pets, seed }: AnimalFileOrigin): void {
  const insert = database.prepare('INSERT INTO meta VALUES (?, ?, ?, ?, ?)')
  insert.run(fileVersion, dataset, pets.length, seed, digestOf(pets))
}

/** Why a file cannot be used with this dataset; `undefined` if it can. */
export function otherOrigin(database: DatabaseSync, { dataset, seed, pets }: AnimalFileOrigin): string | undefined {
  const meta = database.prepare('SELECT dataset, count, seed, digest FROM meta').get()
  const [name = '', count = '', foundSeed = '', digest] = Object.values(meta ?? {}).map(String)
  const found = `${name} (${count} animals, seed ${foundSeed})`
  const wanted = `${dataset} (${pets.length} animals, seed ${seed})`
  if (found !== wanted) {
    const flags = shellLine(['--dataset', name, '--count', count, '--seed', foundSeed])
    return `it changes the dataset ${found}, and this start is with ${wanted}. Start with ${flags}, or name another file.`
  }
  return digest === digestOf(pets)
    ? undefined
    : `it changes the dataset ${found} as another version of animal-store makes it. Use that version, or name another file.`
}

/** The first sandbox whose animals do not fit together, for example two at one position; `undefined` if all do. */
export function brokenSandbox(database: DatabaseSync, { pets }: AnimalFileOrigin): string | undefined {
  const names = database.prepare('SELECT name FROM sandboxes').all()
  if (names.length === 0) return undefined
  const base = new BaseAnimals(pets)
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

/** Another version of this project may make other animals under the same name. */
export function digestOf(pets: readonly Pet[]): string {
  const digest = pets.reduce((before, pet) => crc32(writeJson(pet), before), 0)
  return digest.toString(16).padStart(8, '0')
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
  read(sandbox: string, base: BaseAnimals): AnimalsChange | undefined {
    const next = this.#sql.readSandbox.get(sandbox)
    if (next === undefined) return undefined
    return {
      own: Array.from(this.#sql.readPets.iterate(sandbox), (row) => [Number(row['position']), petOf(row)]),
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
      const [position, { name, categoryId, status = null }] = placed
      this.#sql.putPet.run(sandbox, id, position, textOf(name), categoryId, status)
    }
    if (base.positionOf(id) !== undefined) this.#sql.putHidden.run(sandbox, id)
  }

  putNext(sandbox: string, { nextId, nextPosition }: Pick<AnimalsChange, 'nextId' | 'nextPosition'>): void {
    this.#sql.putSandbox.run(sandbox, nextId, nextPosition)
  }

  /** Makes a sandbox as its dataset is, with these changes. */
  replace(sandbox: string, base: BaseAnimals, changes: AnimalsChange | undefined): void {
    for (const clear of this.#sql.clears) clear.run(sandbox)
    if (changes === undefined) return
    for (const placed of changes.own) this.put(sandbox, placed[1].id, placed, base)
    for (const position of changes.hidden) this.#sql.putHidden.run(sandbox, base.items[position]?.id ?? null)
    this.putNext(sandbox, changes)
  }

  /** Makes every sandbox as its dataset is. */
  clear(): void {
    this.#database.exec('DELETE FROM pets; DELETE FROM hidden; DELETE FROM sandboxes')
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
    readPets: exact('SELECT id, position, name, category_id, status FROM pets WHERE sandbox = ? ORDER BY position'),
    readHidden: exact('SELECT id FROM hidden WHERE sandbox = ?'),
    putSandbox: database.prepare('INSERT OR REPLACE INTO sandboxes VALUES (?, ?, ?)'),
    putPet: database.prepare('INSERT OR REPLACE INTO pets VALUES (?, ?, ?, ?, ?, ?)'),
    putHidden: database.prepare('INSERT OR IGNORE INTO hidden VALUES (?, ?)'),
    removePet: database.prepare('DELETE FROM pets WHERE sandbox = ? AND id = ?'),
    clears: ['pets WHERE sandbox', 'hidden WHERE sandbox', 'sandboxes WHERE name'].map((rows) =>
      database.prepare(`DELETE FROM ${rows} = ?`),
    ),
  }
}

function petOf({ id, name, category_id: categoryId, status }: Record<string, unknown>): Pet {
  return {
    id: plainInteger(id as bigint),
    name: typeof name === 'string' ? name : Buffer.from(name as Uint8Array).toString('utf16le'),
    categoryId: plainInteger(categoryId as bigint),
    ...(status === null ? {} : { status: status as Pet['status'] & string }),
  }
}

/** SQLite's text is UTF-8, which has no half of a surrogate pair: a name with one is kept as bytes, in UTF-16. */
function textOf(name: string): string | Uint8Array {
  return name.isWellFormed() ? name : Buffer.from(name, 'utf16le')
}
