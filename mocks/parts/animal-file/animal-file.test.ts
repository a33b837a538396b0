import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Randomness } from '../../../fixtures/index.ts'
import { type Pet, readJson } from '../../../spec/index.ts'
import { type AnimalStore, createAnimalStore } from '../../entry.ts'
import { get, idsOf, post } from '../../testing/test-calls.ts'
import { tellStorage } from '../../testing/storage-story.ts'
import { bundleProgram } from '../../../scripts/testing/bundle.ts'
import { memory, tempFolder } from '../../../scripts/testing/temp-folder.ts'
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

test.each([1, 2, 3])('over any changes and restarts, it has the animals that memory has: seed %i', async (seed) => {
  const opening = async () => {
    await Promise.all(opened.splice(0).map((file) => file.close()))
    return (await open()).store
  }
  const inMemory = createAnimalStore({ dataset: pets, onFailure: (error) => void failures.push(error) })
  expect(await tellStorage(opening, seed)).toEqual(await tellStorage(async () => inMemory, seed))
  expect(failures.splice(0)).toEqual([])
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
    [Buffer.from(whole).fill(0xff, 4096, 12_288), 'it is damaged ('],
    [await readFile(other), 'it is a database of something else. Name another file.'],
    [newer, 'it has version 4 of its format, and this animal-store reads version 3.'],
    [await edited("UPDATE meta SET dataset = 'demo', count = 60"), 'Start with --dataset demo --count 60 --seed 1, or'],
    [await edited("UPDATE meta SET digest = ''"), 'as another version of animal-store makes it'],
    [
      await edited('UPDATE animals SET position = 2'),
      'animals in its sandbox "default" clash). Nothing was changed. Put a',
    ],
  ] as const) {
    await writeFile(path, bytes)
    expect((await refusal()).message).toContain(message)
    expect(bytes.equals(await readFile(path)), message).toBe(true)
    expect((await readdir(folder)).toSorted()).toEqual(['animals.state', 'other'])
  }
})

const child = `
  import { writeSync } from 'node:fs'
  import { createAnimalStore } from '/mocks/entry.ts'
  import { openAnimalFile } from '/mocks/parts/animal-file/index.ts'
  const origin = ${JSON.stringify(origin)}
  const [path, run] = process.argv.slice(2)
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
function openElsewhere(): string {
  const { stdout, stderr } = spawnSync(process.execPath, [childFile, path, 'open'], { encoding: 'utf8' })
  return `${stdout}${stderr}`.split('\n')[0] ?? ''
}

test('a folder, a device and a place that does not exist are refused', async () => {
  await expect(openAnimalFile(folder, origin)).rejects.toThrow(`Cannot use the animal file ${folder}: it is a folder.`)
  await expect(openAnimalFile('/dev/null', origin)).rejects.toThrow('it is not a regular file')
  await expect(openAnimalFile(join(folder, 'none', 'file'), origin)).rejects.toThrow('its folder does not exist')
  await smallFile()
  await expect(openAnimalFile(join(path, 'inside'), origin)).rejects.toThrow(AnimalFileError)
  expect((await readdir(folder)).toSorted()).toEqual(['animals.state'])
})

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

/** A file as a kill or a loss of power leaves it: each creation is a transaction of its own in the log. */
async function killedFile(creations: number): Promise<readonly [main: Buffer, log: Buffer]> {
  const { file, store } = await open()
  for (let number = 0; number < creations; number++) await store.answer(post({ name: 'x'.repeat(900), categoryId: 1 }))
  const killed = [await readFile(path), await readFile(`${path}-wal`)] as const
  await close(file)
  return killed
}

/** What may happen to bytes at a place. */
const damages: Readonly<Record<string, (bytes: Buffer, at: number) => Buffer>> = {
  'another byte': (bytes, at) => Buffer.from(bytes).fill((bytes[at] ?? 0) ^ 0x41, at, at + 1),
  'NULs from there on': (bytes, at) => Buffer.from(bytes).fill(0, at),
  'a cut': (bytes, at) => bytes.subarray(0, at),
  'NULs at the end': (bytes) => Buffer.concat([bytes, Buffer.alloc(12_288)]),
}

test.each(Object.entries(damages))(
  'a file or its log with %s is refused and left as it is, or read as far as it goes',
  async (_what, damage) => {
    const creations = 12
    const whole = await killedFile(creations)
    // The same places in each run.
    const randomness = new Randomness(1)
    const counts = new Set<number>()
    for (let round = 0; round < 24; round++) {
      const damaged = round % 2
      const at = Math.floor(randomness.next() * (whole[damaged]?.length ?? 0))
      const bytes = whole.map((each, index) => (index === damaged ? damage(each, at) : each))
      await writeFile(path, bytes[0] ?? '')
      await writeFile(`${path}-wal`, bytes[1] ?? '')
      const result = await open().catch((error: unknown) => error)
      const what = `${['file', 'log'][damaged]}, byte ${at}`
      if (result instanceof Error) {
        expect(result, what).toBeInstanceOf(AnimalFileError)
        expect(bytes[0]?.equals(await readFile(path)), what).toBe(true)
        continue
      }
      const { file, store } = result as { file: AnimalFile; store: AnimalStore }
      const ids = idsOf(await store.answer(get('/v1/pets?limit=100')))
      // All of the first ones, and none in part.
      expect(ids, what).toEqual(Array.from(ids, (_, index) => index + 1))
      counts.add(ids.length)
      expect((await store.answer(post(newPet))).status, what).toBe(201)
      await close(file)
    }
    expect(counts.size).toBeGreaterThan(0)
  },
)

test('waits for the disk before it answers, so that a loss of power takes nothing that was answered', async () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  await open()
  const [database] = prepare.mock.contexts.slice(-1) as DatabaseSync[]
  expect({ ...database?.prepare('PRAGMA synchronous').get() }).toEqual({ synchronous: 2 })
})

test.skipIf(process.platform === 'win32')(
  'only its owner can read the animal file, and what SQLite keeps beside it',
  async () => {
    const { store } = await open()
    await store.answer(post(newPet))
    for (const name of await readdir(folder)) expect((await stat(join(folder, name))).mode & 0o777, name).toBe(0o600)
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
    for (let run = 0; run < 12; run++) {
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
    expect(created.length).toBeGreaterThan(500)
    await requireKept(store, created, seed)
  },
)
