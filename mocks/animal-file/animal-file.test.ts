import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, link, readFile, readdir, rename, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Randomness } from '../../fixtures/index.ts'
import { type NewPet, type Pet, readJson } from '../../spec/index.ts'
import { MemoryLimit } from '../animals/memory-limit.ts'
import { laterAnimals } from '../testing/later-animals.ts'
import { createControl } from '../control/index.ts'
import { controlCall } from '../control/test-control.ts'
import { type AnimalStore, createAnimalStore } from '../index.ts'
import { bodyOf as bodyOfReply, get, idsOf, post } from '../testing/test-calls.ts'
import { bundleProgram } from '../../scripts/testing/bundle.ts'
import { memory, tempFolder } from '../../scripts/testing/temp-folder.ts'
import { type AnimalFile, AnimalFileError, openAnimalFile } from './index.ts'

const pets: readonly Pet[] = [
  { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
  { id: 2, name: 'Tom', categoryId: 2, status: 'pending' },
]
const origin = { dataset: 'two', seed: 1, pets }
const newPet = { name: 'Coco', categoryId: 3 }

let folder: string
let path: string
const opened: AnimalFile[] = []
/** What went wrong inside of the mock. */
const failures: unknown[] = []

beforeEach(() => {
  folder = tempFolder(memory)
  path = join(folder, 'animals.state')
})

afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(opened.splice(0).map((file) => file.close()))
})

async function open(): Promise<{ file: AnimalFile; store: AnimalStore }> {
  const file = await openAnimalFile(path, origin)
  opened.push(file)
  return { file, store: storeOn(file) }
}

function storeOn(file: AnimalFile): AnimalStore {
  return createAnimalStore({ dataset: pets, animals: file, onFailure: (error) => void failures.push(error) })
}

async function close(file: AnimalFile): Promise<void> {
  opened.splice(opened.indexOf(file), 1)
  await file.close()
}

/** Closes and opens again, as a restart does. */
async function reopen(file: AnimalFile): Promise<{ file: AnimalFile; store: AnimalStore }> {
  await close(file)
  return open()
}

async function bodyOf(store: AnimalStore, target = '/v1/pets?limit=100', key?: string): Promise<unknown> {
  const reply = await store.answer(get(target, key))
  return reply.body
}

test('what was added, changed and removed is there after a restart, in the same order and to the same bytes', async () => {
  const { file, store } = await open()
  await store.answer(post(newPet))
  await store.answer(post('{"name":"Zoë \\ud800 \\n","categoryId":9223372036854775807,"status":"sold"}'))
  await store.answer(post(newPet, 'test_pro.box'))
  const animals = await store.sandbox().animals
  await animals.put({ id: 1, name: 'Rex the Second', categoryId: 1 })
  expect(await animals.remove(2)).toBe(true)
  expect(await animals.remove(77)).toBe(false)
  const before = await bodyOf(store)
  const inBox = await bodyOf(store, '/v1/pets', 'test_pro.box')

  const again = await reopen(file)
  expect(await bodyOf(again.store)).toBe(before)
  expect(await bodyOf(again.store, '/v1/pets', 'test_pro.box')).toBe(inBox)
  expect(idsOf(await again.store.answer(get('/v1/pets')))).toEqual([1, 3, 4])
})

test('an id is never given twice, over removals and restarts, and up to the end of int64', async () => {
  const { file, store } = await open()
  const animals = await store.sandbox().animals
  expect(await animals.add(newPet)).toMatchObject({ id: 3 })
  await animals.remove(3)
  const again = await reopen(file)
  const later = await again.store.sandbox().animals
  expect(await later.add(newPet)).toMatchObject({ id: 4 })
  await later.put({ id: 9223372036854775806n, ...newPet })
  expect(await later.add(newPet)).toMatchObject({ id: 9223372036854775807n })
  const last = await reopen(again.file)
  expect(await (await last.store.sandbox().animals).add(newPet)).toMatchObject({ id: 3 })
})

test('the snapshot of a sandbox can be restored, and a restart is of what was restored', async () => {
  const { file, store } = await open()
  await store.answer(post(newPet))
  await store.sandbox().snapshot('three')
  await store.answer(post(newPet))
  await store.sandbox().restore('three')
  await store.answer(post({ ...newPet, name: 'after' }))
  const before = await bodyOf(store)
  const again = await reopen(file)
  expect(await bodyOf(again.store)).toBe(before)
  expect(idsOf(await again.store.answer(get('/v1/pets')))).toEqual([1, 2, 3, 4])
})

test('a reset is kept as well, of one sandbox, of a forgotten one and of all', async () => {
  const { file, store } = await open()
  const keys = ['test_pro', 'test_pro.one', 'test_pro.two', 'test_pro.three']
  for (const key of keys) await store.answer(post(newPet, key))
  await store.sandbox('one').reset()
  expect(store.forget('two')).toBe(true)
  const again = await reopen(file)
  const lists = async (of: AnimalStore) =>
    Promise.all(keys.map(async (key) => idsOf(await of.answer(get('/v1/pets', key))).length))
  expect(await lists(again.store)).toEqual([3, 2, 2, 3])
  // Its sandboxes were not used since the restart.
  const later = await reopen(again.file)
  await later.store.reset()
  expect(await lists(later.store)).toEqual([2, 2, 2, 2])
  await later.store.answer(post(newPet, 'test_pro.two'))
  const last = await reopen(later.file)
  expect(await lists(last.store)).toEqual([2, 2, 3, 2])
})

test('the animals of a sandbox outlive its expiry', async () => {
  const { file } = await open()
  let now = 0
  const store = createAnimalStore({ dataset: pets, animals: file, idleMilliseconds: 1000, realNow: () => now })
  await store.answer(post(newPet, 'test_pro.box'))
  now += 1000
  await store.answer(get('/v1/pets', 'test_pro.other'))
  expect(store.sandboxes.map(({ name }) => name)).toEqual(['default', 'other'])
  expect(idsOf(await store.answer(get('/v1/pets', 'test_pro.box')))).toEqual([1, 2, 3])
})

test('a call that began before a reset leaves nothing behind it', async () => {
  const { file, store } = await open()
  const old = await store.sandbox().animals
  await old.add(newPet)
  const reset = store.sandbox().reset()
  await old.add(newPet)
  await reset
  const again = await reopen(file)
  expect(idsOf(await again.store.answer(get('/v1/pets')))).toEqual([1, 2])
})

test('sandboxes in which nothing happened cost nothing in the file', async () => {
  const { file, store } = await open()
  await store.answer(post(newPet, 'test_pro.kept'))
  const { size } = await stat(`${path}-wal`)
  for (let index = 0; index < 2500; index++) await store.answer(get('/v1/pets/1', `test_pro.box-${index}`))
  await store.sandbox('box-1').reset()
  expect((await stat(`${path}-wal`)).size).toBe(size)
  expect(idsOf(await store.answer(get('/v1/pets', 'test_pro.kept')))).toEqual([1, 2, 3])
  await store.answer(post(newPet, 'test_pro.box-1'))
  const again = await reopen(file)
  expect(idsOf(await again.store.answer(get('/v1/pets', 'test_pro.box-1')))).toEqual([1, 2, 3])
  expect(idsOf(await again.store.answer(get('/v1/pets', 'test_pro.kept')))).toEqual([1, 2, 3])
})

test('concurrent changes reach memory in the order of the file', async () => {
  const { file, store } = await open()
  const animals = await store.sandbox().animals
  await Promise.all(
    Array.from({ length: 300 }, async (_, index) => {
      if (index % 3 === 0) return animals.put({ id: 5 + (index % 7), name: `put ${index}`, categoryId: 1 })
      return index % 3 === 1 ? animals.remove(5 + (index % 5)) : animals.add({ name: `add ${index}`, categoryId: 1 })
    }),
  )
  const before = await bodyOf(store)
  const again = await reopen(file)
  expect(await bodyOf(again.store)).toBe(before)
})

/** Lets commits fail as they do on a full disk, until the returned function is called. */
function fillDisk(): () => void {
  const exec: unknown = Reflect.get(DatabaseSync.prototype, 'exec')
  const spy = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql: string) {
    if (sql === 'COMMIT') throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
    Reflect.apply(exec as DatabaseSync['exec'], this, [sql])
  })
  return () => spy.mockRestore()
}

const full = 'Cannot write to the animal file, so nothing was changed: the disk is full.'

test('a creation on a full disk is answered with an Error that says so, and seen by nobody', async () => {
  const { file, store } = await open()
  await store.answer(post(newPet))
  const revision = (await store.sandbox().animals).revision ?? 0
  const free = fillDisk()
  for (let number = 0; number < 3; number++) {
    const reply = await store.answer(post(newPet))
    expect(reply.status).toBe(500)
    expect(JSON.parse(String(reply.body))).toMatchObject({ status: 500, message: full })
  }
  expect(failures.splice(0)).toHaveLength(3)
  expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([1, 2, 3])
  free()
  expect((await store.answer(post(newPet))).status).toBe(201)
  // Another number after each change, those that came to nothing included.
  expect((await store.sandbox().animals).revision).toBeGreaterThan(revision + 1)
  const again = await reopen(file)
  expect(idsOf(await again.store.answer(get('/v1/pets')))).toEqual([1, 2, 3, 4])
})

test('a reset, restore or reset of all on a full disk changes nothing, and the next one is kept', async () => {
  for (const goBack of ['reset', 'restore', 'reset of all'] as const) {
    const { file, store } = await open()
    const sandbox = store.sandbox()
    await sandbox.reset()
    await sandbox.snapshot('two')
    await store.answer(post(newPet))
    sandbox.clock.advance(1000)
    const before = [sandbox.clock.state, sandbox.journal.size, sandbox.quotas]
    const act = () =>
      goBack === 'reset' ? sandbox.reset() : goBack === 'restore' ? sandbox.restore('two') : store.reset()
    const free = fillDisk()
    await expect(act(), goBack).rejects.toThrow(full)
    free()
    expect([sandbox.clock.state, sandbox.journal.size, sandbox.quotas]).toEqual(before)
    expect((await store.answer(post({ ...newPet, name: 'Later' }))).status).toBe(201)
    const again = await reopen(file)
    expect(await bodyOf(again.store), goBack).toMatch(/Coco.*Later/)
    await again.store.sandbox().snapshot('four')
    await again.store.reset()
    const last = await reopen(again.file)
    expect(idsOf(await last.store.answer(get('/v1/pets')))).toEqual([1, 2])
    await close(last.file)
  }
})

test('a reset over the control API on a full disk is answered with an Error that says so', async () => {
  const { store } = await open()
  await store.answer(post(newPet))
  const control = createControl(store)
  fillDisk()
  const reply = await control.answer(controlCall('POST', '/sandboxes/default/reset'))
  expect(reply.status).toBe(500)
  expect(JSON.parse(String(reply.body))).toMatchObject({ message: full })
})

test('a creation on its way is kept over a reset that fails, and not over one that succeeds', async () => {
  for (const isFull of [true, false]) {
    const { file, store } = await open()
    await store.sandbox().reset()
    await store.answer(post(newPet))
    const old = await store.sandbox().animals
    const free = isFull ? fillDisk() : () => undefined
    const reset = store.sandbox().reset()
    free()
    const added = old.add(newPet)
    const [outcome] = await Promise.allSettled([reset, added])
    expect(outcome.status).toBe(isFull ? 'rejected' : 'fulfilled')
    const again = await reopen(file)
    expect(await (await again.store.sandbox().animals).count()).toBe(isFull ? 4 : 2)
    await close(again.file)
  }
})

test('a sandbox that is forgotten and called at once begins anew, and keeps what happens then', async () => {
  const { file, store } = await open()
  await store.answer(post(newPet, 'test_pro.box'))
  store.forget('box')
  expect(idsOf(await store.answer(get('/v1/pets', 'test_pro.box')))).toEqual([1, 2])
  await store.answer(post(newPet, 'test_pro.box'))
  const again = await reopen(file)
  expect(idsOf(await again.store.answer(get('/v1/pets', 'test_pro.box')))).toEqual([1, 2, 3])
})

test('an animal that is no Pet is refused alone, and a change after the end of the file too', async () => {
  const { file, store } = await open()
  const animals = await store.sandbox().animals
  const wrong = { name: 7, categoryId: 1 } as never
  const results = await Promise.allSettled([animals.add(newPet), animals.add(wrong), animals.addAll([newPet, wrong])])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  const changes = { own: [[2, wrong]], hidden: [], nextPosition: 3, nextId: 4 } as const
  await expect(store.sandbox().replaceAnimals(changes)).rejects.toThrow('not a Pet')
  await close(file)
  await expect(animals.add(newPet)).rejects.toThrow('Cannot write to the animal file, so nothing was changed')
  const again = await open()
  expect(idsOf(await again.store.answer(get('/v1/pets')))).toEqual([1, 2, 3])
})

test('an animal that there is no room for is refused alone; those in the file stay, and count', async () => {
  const { file } = await open()
  const options = { dataset: pets, animals: file, sandboxBytes: 1000 }
  const store = createAnimalStore(options)
  const statuses = async (of: AnimalStore) => {
    const replies = await Promise.all([1, 2, 3, 4].map(() => of.answer(post(newPet))))
    return replies.map(({ status }) => status)
  }
  expect(await statuses(store)).toEqual([201, 201, 201, 507])
  const again = await reopen(file)
  const smaller = createAnimalStore({ ...options, animals: again.file, sandboxBytes: 100 })
  expect(idsOf(await smaller.answer(get('/v1/pets')))).toEqual([1, 2, 3, 4, 5])
  expect(await statuses(smaller)).toEqual([507, 507, 507, 507])
  await (await smaller.sandbox().animals).remove(3)
  expect(await statuses(smaller)).toEqual([507, 507, 507, 507])
  await smaller.reset()
  expect(idsOf(await smaller.answer(get('/v1/pets')))).toEqual([1, 2])
})

test('changes of one turn are one transaction, and nobody sees them before it ends', async () => {
  const { store } = await open()
  const animals = await store.sandbox().animals
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec')
  const added = Array.from({ length: 100 }, async () => animals.add(newPet))
  expect(await animals.count()).toBe(2)
  await Promise.all(added)
  expect(await animals.count()).toBe(102)
  expect(exec.mock.calls).toEqual([['BEGIN IMMEDIATE'], ['COMMIT']])
})

test('changes that are on their way are part of a snapshot', async () => {
  const { store } = await open()
  const animals = await store.sandbox().animals
  const added = animals.add(newPet)
  expect((await animals.changes()).own.map(([, { name }]) => name)).toEqual(['Coco'])
  expect(await added).toMatchObject({ id: 3 })
})

/** An animal file with three creations and a change, closed. */
async function smallFile(): Promise<Buffer<ArrayBuffer>> {
  const { file, store } = await open()
  for (const name of ['A', 'B', 'C'.repeat(100)]) await store.answer(post({ name, categoryId: 1 }))
  const animals = await store.sandbox().animals
  await animals.put({ id: 2, name: 'Tom', categoryId: 9_223_372_036_854_775_807n, status: 'sold' })
  await close(file)
  return readFile(path)
}

test('any SQLite tool can read a file that is closed, to the last digit', async () => {
  await smallFile()
  const database = new DatabaseSync(path, { readOnly: true })
  const pick = database.prepare('SELECT name, category_id, status FROM pets WHERE sandbox = ? AND id = 2')
  pick.setReadBigInts(true)
  expect({ ...pick.get('default') }).toEqual({ name: 'Tom', category_id: 9_223_372_036_854_775_807n, status: 'sold' })
  const meta = { format_version: 3, dataset: 'two', seed: 1 }
  expect({ ...database.prepare('SELECT * FROM meta').get() }).toMatchObject(meta)
  const columns = database.prepare('SELECT * FROM pets').columns()
  expect(columns.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['sandbox', 'id', 'position', 'name', 'category_id', 'status']),
  )
  database.close()
})

/** A file of version 2. */
const olderText = String.raw`
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
  CREATE TABLE hidden (sandbox TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (sandbox, id)) STRICT, WITHOUT ROWID;
  PRAGMA application_id = 0x616e696d; PRAGMA user_version = 2; PRAGMA journal_mode = WAL;
  INSERT INTO meta VALUES (2, 'two', 2, 1, '150f04a9');
  INSERT INTO sandboxes VALUES ('default', 4, 4), ('box', 4, 3);
  INSERT INTO hidden VALUES ('default', 1), ('default', 2);
  INSERT INTO pets VALUES
    ('default', 2, 1, 'Tom the Second', 2, NULL),
    ('default', 3, 2, x'5a006f00eb00200000d820000a000000', 9223372036854775807, 'sold'),
    ('default', -9223372036854775808, 3, '"Coco"', 3, NULL),
    ('box', 3, 2, 'X', 1, 'pending');`
const olderList =
  String.raw`[{"id":2,"name":"Tom the Second","categoryId":2},{"id":3,"name":"Zoë \ud800 \n\u0000","categoryId":9223372036854775807,"status":"sold"},` +
  String.raw`{"id":-9223372036854775808,"name":"\"Coco\"","categoryId":3}]`

function makeOlder(more = ''): DatabaseSync {
  const made = new DatabaseSync(path)
  made.exec(`${olderText} ${more}`)
  return made
}

test('a file of the version before is converted once, to the last digit and half of a surrogate pair', async () => {
  const made = makeOlder('CREATE VIEW mine AS SELECT name FROM pets WHERE id = 2')
  await expect(open()).rejects.toThrow('another process is using it')
  made.close()
  const { file, store } = await open()
  expect(await bodyOf(store)).toBe(olderList)
  expect(idsOf(await store.answer(get('/v1/pets', 'test_pro.box')))).toEqual([1, 2, 3])
  expect(bodyOfReply(await store.answer(post(newPet)))).toMatchObject({ id: 4 })
  await close(file)
  const before = await readFile(path)
  const again = await open()
  expect(idsOf(await again.store.answer(get('/v1/pets')))).toEqual([2, 3, -9223372036854775808n, 4])
  await close(again.file)
  expect((await readFile(path)).equals(before)).toBe(true)
  const database = new DatabaseSync(path, { readOnly: true })
  const rows = (sql: string) => Array.from(database.prepare(sql).all(), (row) => Object.values(row).join(' '))
  const ofBox = "SELECT sandbox, id, position, name, category_id, status FROM pets WHERE sandbox = 'box'"
  expect(rows(ofBox)).toEqual(['box 3 2 X 1 pending'])
  expect(rows('SELECT * FROM mine')).toEqual(['Tom the Second'])
  expect(rows('SELECT format_version, digest FROM meta')).toEqual(['3 150f04a9'])
  database.close()
})

test.each([
  ['UPDATE pets SET position = 2', 'clash). Nothing was changed.'],
  ['DROP TABLE hidden', 'its tables are not as they were made'],
  ["UPDATE meta SET digest = ''", 'as another version of animal-store makes it'],
  ["PRAGMA ignore_check_constraints = ON; UPDATE pets SET status = 'lost'", 'it is damaged ('],
])('a damaged file of the version before stays as it is, also after a kill: %s', async (damage, message) => {
  const made = makeOlder(damage)
  const files = [path, `${path}-wal`]
  const killed = await Promise.all(files.map((name) => readFile(name)))
  made.close()
  for (const contents of [[await readFile(path)], killed]) {
    await rm(files[1] ?? '', { force: true })
    for (const [index, bytes] of contents.entries()) await writeFile(files[index] ?? '', bytes)
    expect((await refusal()).message).toContain(message)
    for (const [index, bytes] of contents.entries()) expect(bytes.equals(await readFile(files[index] ?? ''))).toBe(true)
  }
})

test('a member that comes later refuses no file: old animals get a sample of it where it is required', async () => {
  await smallFile()
  const later = laterAnimals(pets)
  const file = await openAnimalFile(path, origin, later)
  const animals = file.open('default', later, 'kept', new MemoryLimit(1e6, { usedBytes: 0, mostBytes: 1e6 }))
  expect(await animals.get(2)).toEqual({
    id: 2,
    name: 'Tom',
    categoryId: 9_223_372_036_854_775_807n,
    status: 'sold',
    chip: 'text',
  })
  await animals.add({ ...newPet, chip: 'C-1', weight: 3 } as NewPet)
  await file.close()
  const database = new DatabaseSync(path, { readOnly: true })
  const rows = database.prepare("SELECT name, chip, weight FROM pets WHERE sandbox = 'default' ORDER BY position").all()
  expect(rows.map((row) => Object.values(row))).toContainEqual(['Coco', 'C-1', 3])
  expect(rows.map((row) => Object.values(row))).toContainEqual(['Tom', null, null])
  database.close()
  opened.push(await openAnimalFile(path, origin, later))
})

test('a file that knew more members is of another version', async () => {
  const made = await openAnimalFile(path, origin, laterAnimals(pets))
  await made.close()
  expect((await refusal()).message).toContain('as another version of animal-store makes it')
  opened.push(await openAnimalFile(path, origin, laterAnimals(pets)))
})

async function refusal(): Promise<AnimalFileError> {
  const error: unknown = await open().catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(AnimalFileError)
  return error as AnimalFileError
}

test('a file that is no animal file, is damaged, or is of another version or dataset is refused and left as it is', async () => {
  const whole = await smallFile()
  const other = join(folder, 'other')
  const made = new DatabaseSync(other)
  made.exec('CREATE TABLE pets (id INTEGER)')
  made.close()
  const newer = Buffer.from(whole)
  newer.writeUInt32BE(4, 60)
  const edited = async (sql: string) => {
    await writeFile(path, whole)
    const database = new DatabaseSync(path)
    database.exec(sql)
    database.close()
    return readFile(path)
  }
  for (const [bytes, message] of [
    [Buffer.from('[{"id":1}]\n'), 'it is not a SQLite database. Name another file.'],
    [Buffer.from('{"format":"animal-store-state","version":1}\n'), 'it is not a SQLite database. Name another file.'],
    [Buffer.alloc(9000), 'it is not a SQLite database. Name another file.'],
    [whole.subarray(0, -4096), 'Put a copy of the file in place, or move it away to begin anew.'],
    [Buffer.from(whole).fill(0xff, 4096, 12_288), 'it is damaged ('],
    [await readFile(other), 'it is a database of something else. Name another file.'],
    [newer, 'it has version 4 of its format, and this animal-store reads version 3.'],
    [await edited("UPDATE meta SET dataset = 'demo', count = 60"), 'Start with --dataset demo --count 60 --seed 1, or'],
    [
      await edited('UPDATE meta SET seed = 2'),
      'it changes the dataset two (2 animals, seed 2), and this start is with',
    ],
    [await edited("UPDATE meta SET digest = ''"), 'as another version of animal-store makes it'],
    [
      await edited('UPDATE animals SET position = 2'),
      'animals in its sandbox "default" clash). Nothing was changed. Put a',
    ],
    [await edited('DELETE FROM hidden'), 'animals in its sandbox "default" clash). Nothing was changed. Put a copy'],
    [await edited('DROP TABLE hidden'), 'it is damaged (its tables are not as they were made). Nothing was changed.'],
  ] as const) {
    await writeFile(path, bytes)
    expect((await refusal()).message).toContain(message)
    expect(bytes.equals(await readFile(path)), message).toBe(true)
    expect((await readdir(folder)).toSorted()).toEqual(['animals.state', 'other'])
  }
})

test('whatever byte was changed, the file is refused and left as it is, or it can be used', async () => {
  const whole = await smallFile()
  let refused = 0
  for (let at = 0; at < whole.length; at += 149) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 0x41
    await writeFile(path, changed)
    const result = await open().catch((error: unknown) => error)
    if (result instanceof Error) {
      refused++
      expect(result, `byte ${at}`).toBeInstanceOf(AnimalFileError)
      expect(changed.equals(await readFile(path)), `byte ${at}`).toBe(true)
    } else {
      const { file, store } = result as { file: AnimalFile; store: AnimalStore }
      expect((await store.answer(get('/v1/pets'))).status, `byte ${at}`).toBe(200)
      await close(file)
    }
  }
  expect(refused).toBeGreaterThan(5)
})

const child = `
  import { writeSync } from 'node:fs'
  import { createAnimalStore } from '/mocks/index.ts'
  import { openAnimalFile } from '/mocks/animal-file/index.ts'
  const origin = ${JSON.stringify(origin)}
  const [path, run, user] = process.argv.slice(2)
  // Only now, because that user need not be able to read this code.
  if (user !== undefined) process.setuid(Number(user))
  const file = await openAnimalFile(path, origin).catch((error) => void console.log(error.message))
  const store = createAnimalStore({
    dataset: origin.pets,
    profile: { enterprise: '1000000000/1000000000' },
    animals: file,
    onFailure: () => undefined,
  })
  let number = 0
  async function create() {
    for (;;) {
      const sandbox = ['', '.one', '.two'][number % 3]
      const body = JSON.stringify({ name: run + ' ' + number++ + ' ' + 'x'.repeat(number % 200), categoryId: 1 })
      const headers = { authorization: 'Bearer test_enterprise' + sandbox, 'content-type': 'application/json' }
      const reply = await store.answer({ method: 'POST', target: '/v1/pets', headers, body })
      writeSync(1, reply.status + ' ' + sandbox + ' ' + reply.body + '\\n')
      if (reply.status !== 201) process.exit()
    }
  }
  if (run === 'open') console.log('opened')
  else for (let index = 0; index < 16; index++) create()
`
const childFile = join(tempFolder(), 'child.mjs')
beforeAll(async () => {
  await writeFile(childFile, await bundleProgram(child))
})

/** Opens the file in a process of its own, and says what came of it. */
function openElsewhere(user?: number, name = path): string {
  const args = [childFile, name, 'open', ...(user === undefined ? [] : [String(user)])]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return `${stdout}${stderr}`.split('\n')[0] ?? ''
}

test('a folder, a device, a link to nothing and a place that does not exist are refused', async () => {
  await expect(openAnimalFile(folder, origin)).rejects.toThrow(`Cannot use the animal file ${folder}: it is a folder.`)
  await expect(openAnimalFile('/dev/null', origin)).rejects.toThrow('it is not a regular file')
  await expect(openAnimalFile(join(folder, 'none', 'file'), origin)).rejects.toThrow('its folder does not exist')
  await symlink(join(folder, 'nowhere'), join(folder, 'link'))
  const toNothing = openAnimalFile(join(folder, 'link'), origin)
  await expect(toNothing).rejects.toThrow('it is a link to a file that does not exist')
  await smallFile()
  await expect(openAnimalFile(join(path, 'inside'), origin)).rejects.toThrow(AnimalFileError)
  expect((await readdir(folder)).toSorted()).toEqual(['animals.state', 'link'])
})

test.skipIf(process.platform === 'win32')(
  'what may not be read or written is refused, as the file or its folder',
  async () => {
    await smallFile()
    // Nothing keeps root out.
    const user = process.getuid?.() === 0 ? 65_534 : undefined
    for (const [fileMode, folderMode] of [
      [0o000, 0o777],
      [0o444, 0o777],
      [0o666, 0o555],
    ] as const) {
      await chmod(path, fileMode)
      await chmod(folder, folderMode)
      expect(openElsewhere(user)).toContain('EACCES: permission denied')
    }
    await chmod(folder, 0o777)
    expect(openElsewhere(user)).toBe('opened')
  },
)

test('two processes never use one file, under whatever name', async () => {
  const { file } = await open()
  const wanted = 'another process is using it. Stop that one, or name another file.'
  expect(openElsewhere()).toContain(wanted)
  await expect(openAnimalFile(path, origin)).rejects.toThrow(wanted)
  await symlink(path, join(folder, 'other'))
  await expect(openAnimalFile(join(folder, 'other'), origin)).rejects.toThrow(wanted)
  // The refused ones took no lock away with them.
  expect(openElsewhere()).toContain(wanted)
  await close(file)
  expect(await readdir(folder)).toEqual(['animals.state', 'other'])
  expect(openElsewhere()).toBe('opened')
})

test.skipIf(process.platform === 'win32')(
  'a file with a second name is refused, whoever uses it: a log has only one of them',
  async () => {
    const { file, store } = await open()
    await store.answer(post(newPet))
    const other = join(folder, 'other')
    await link(path, other)
    for (const name of [path, other]) expect(openElsewhere(undefined, name)).toContain('it has another name')
    await close(file)
    expect(openElsewhere()).toContain('it has another name')
    await rm(other)
    expect(openElsewhere()).toBe('opened')
  },
)

test('a damaged file behind a link is refused as well, and left as it is', async () => {
  const { file, store } = await open()
  await store.answer(post(newPet))
  const target = join(folder, 'killed')
  await writeFile(target, (await readFile(path)).fill(0xff, 4096, 12_288))
  await writeFile(`${target}-wal`, '')
  await close(file)
  const before = await readFile(target)
  await symlink(target, join(folder, 'link'))
  await expect(openAnimalFile(join(folder, 'link'), origin)).rejects.toThrow('it is damaged (')
  expect(before.equals(await readFile(target))).toBe(true)
})

/** A file as a kill or a loss of power leaves it, each of so many creations in a transaction of its own. */
async function killedFile(creations: number): Promise<{ main: Buffer; log: Buffer }> {
  const { file, store } = await open()
  for (let number = 0; number < creations; number++) await store.answer(post({ name: 'x'.repeat(900), categoryId: 1 }))
  const killed = { main: await readFile(path), log: await readFile(`${path}-wal`) }
  await close(file)
  return killed
}

test('a log that was cut or damaged is read as far as it goes, and a start says what could not be read', async () => {
  const creations = 12
  const { main, log } = await killedFile(creations)
  const frameBytes = 4096 + 24
  const flipped = (at: number) => {
    const changed = Buffer.from(log)
    changed[at] = (changed[at] ?? 0) ^ 0x41
    return changed
  }
  const every = (step: number) => Array.from({ length: Math.floor(log.length / step) }, (_, index) => index * step)
  const lost = new Set<number>()
  for (const [what, bytes] of [
    ['whole', log],
    ['NULs at the end', Buffer.concat([log, Buffer.alloc(3 * frameBytes)])],
    ...every(4999).map((at) => [`NULs from ${at} on`, Buffer.from(log).fill(0, at)] as const),
    ...every(4999).map((at) => [`cut at ${at}`, log.subarray(0, at + 1)] as const),
    ...every(2999).map((at) => [`byte ${at}`, flipped(at)] as const),
  ] as const) {
    await writeFile(path, main)
    await writeFile(`${path}-wal`, bytes)
    const { file, store } = await open()
    const ids = idsOf(await store.answer(get('/v1/pets?limit=100')))
    // All of the first ones, and none in part.
    expect(ids, what).toEqual(Array.from(ids, (_, index) => index + 1))
    const isWhole = ids.length === pets.length + creations
    if (!isWhole) lost.add(ids.length)
    if (!isWhole || what === 'NULs at the end') expect(file.notice, what).toMatch(/^The last \d+ bytes of .*-wal could/)
    if (what === 'whole') expect([isWhole, file.notice]).toEqual([true, undefined])
    expect((await store.answer(post(newPet))).status, what).toBe(201)
    await close(file)
  }
  expect(lost.size).toBeGreaterThan(5)
})

test('NULs and other bytes at the end of the file are no part of it, and a file that was cut is refused', async () => {
  const whole = await smallFile()
  for (const tail of [Buffer.alloc(4096), Buffer.alloc(100), Buffer.alloc(9000, 'x')]) {
    await writeFile(path, Buffer.concat([whole, tail]))
    const { file, store } = await open()
    expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([1, 2, 3, 4, 5])
    await close(file)
  }
  for (let bytes = 4096; bytes < whole.length; bytes += 1021) {
    const cut = whole.subarray(0, bytes)
    await writeFile(path, cut)
    const result = await open().catch((error: unknown) => error)
    if (result instanceof AnimalFileError) {
      expect(result.message).toContain('Nothing was changed')
      expect(cut.equals(await readFile(path)), `cut at ${bytes}`).toBe(true)
    } else {
      const { file, store } = result as { file: AnimalFile; store: AnimalStore }
      // Only bytes that held nothing may be missing.
      expect(idsOf(await store.answer(get('/v1/pets'))), `cut at ${bytes}`).toEqual([1, 2, 3, 4, 5])
      await close(file)
    }
  }
})

test('waits for the disk before it answers, so that a loss of power takes nothing that was answered', async () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  await open()
  const [database] = prepare.mock.contexts.slice(-1) as DatabaseSync[]
  expect({ ...database?.prepare('PRAGMA synchronous').get() }).toEqual({ synchronous: 2 })
})

test.skipIf(process.platform === 'win32').each(['', '-wal'])(
  'a file%s that was removed or replaced is noticed before the next 201, and found again when it is back',
  async (which) => {
    const { file, store } = await open()
    await store.answer(post(newPet))
    const reply = async () => bodyOfReply(await store.answer(post(newPet)))
    const gone = 'so nothing was changed: it was removed, moved, replaced or cut short.'
    await rename(path + which, join(folder, 'away'))
    expect(await reply()).toMatchObject({ status: 500, message: expect.stringContaining(gone) })
    await writeFile(path + which, 'something else')
    expect(await reply()).toMatchObject({ status: 500, message: expect.stringContaining(gone) })
    expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([1, 2, 3])
    await expect(store.sandbox().reset()).rejects.toThrow(gone)
    await rename(join(folder, 'away'), path + which)
    expect(await reply()).toMatchObject({ id: 4 })
    failures.splice(0)
    const again = await reopen(file)
    expect(idsOf(await again.store.answer(get('/v1/pets')))).toEqual([1, 2, 3, 4])
  },
)

test.skipIf(process.platform === 'win32').each(['', '-wal'])(
  'a file%s that is cut short in place is noticed before the next 201',
  async (which) => {
    const { store } = await open()
    for (let number = 0; number < 3; number++) await store.answer(post(newPet))
    await truncate(path + which, 0)
    const reply = await store.answer(post(newPet))
    expect([reply.status, reply.body]).toEqual([500, expect.stringContaining('cut short')])
    failures.splice(0)
  },
)

test.skipIf(process.platform === 'win32')(
  'only its owner can read the animal file, and what SQLite keeps beside it',
  async () => {
    const { store } = await open()
    await store.answer(post(newPet))
    for (const name of await readdir(folder)) expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o600)
  },
)

test.skipIf(process.platform === 'win32')(
  'where no more can be written, an Error says so, and what was answered 201 is there',
  async () => {
    await smallFile()
    // A limit on the size of files fails in the same place as a full disk does.
    const command = `trap '' XFSZ; ulimit -f 100; exec "$@"`
    const args = ['-c', command, 'sh', process.execPath, childFile, path, 'full']
    const { stdout, stderr } = spawnSync('/bin/sh', args, { encoding: 'utf8', maxBuffer: 100_000_000 })
    expect(stderr).toBe('')
    const lines = stdout.trimEnd().split('\n')
    const created = lines.filter((line) => line.startsWith('201 '))
    expect(created.length).toBeGreaterThan(10)
    expect(lines.at(-1)).toMatch(/^500 .*"message":"Cannot write to the animal file, so nothing was changed: /)
    const { store } = await open()
    await requireKept(store, created)
  },
)

/** Requires that every animal of `201 SANDBOX JSON` is there as it was answered, and none of them under an id twice. */
async function requireKept(store: AnimalStore, created: readonly string[], seed?: number): Promise<void> {
  const ids = new Set<string>()
  for (const line of created) {
    const [, sandbox = '', json = ''] = /^201 (\S*) (.*)$/.exec(line) ?? []
    const reading = readJson(json)
    const pet = (reading.ok ? reading.value : undefined) as Pet
    const id = `${sandbox} ${pet.id}`
    expect(ids.has(id), `seed ${seed}: ${id} was given before`).toBe(false)
    ids.add(id)
    const animals = await store.sandbox(sandbox === '' ? undefined : sandbox.slice(1)).animals
    expect(await animals.get(pet.id), `seed ${seed}: ${id}`).toEqual(pet)
  }
}

test(
  'what was answered 201 is there after kill -9 under concurrent creations, and no id twice',
  { timeout: 120_000 },
  async () => {
    const seed = Date.now() % 100_000
    const randomness = new Randomness(seed)
    const created: string[] = []
    for (let run = 0; run < 30; run++) {
      const creator = spawn(process.execPath, [childFile, path, String(run)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const wanted = 1 + Math.floor(randomness.next() * 400)
      let text = ''
      creator.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
        // The kill comes at a random moment in the middle of further writes.
        if (text.split('\n').length > wanted) setTimeout(() => creator.kill('SIGKILL'), randomness.next() * 5)
      })
      await once(creator, 'close')
      expect(creator.signalCode).toBe('SIGKILL')
      created.push(...text.split('\n').slice(0, -1))
    }
    const { store } = await open()
    expect(created.length).toBeGreaterThan(1000)
    await requireKept(store, created, seed)
  },
)
