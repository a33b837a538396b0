import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, rmdir, stat, symlink, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeLock } from '../../fixtures/lock-file.ts'
import { type Pet, readJson, writeJson } from '../../spec/index.ts'
import { Randomness } from '../../fixtures/index.ts'
import { type AnimalStore, createAnimalStore } from '../index.ts'
import { get, idsOf, post } from '../testing/test-calls.ts'
import { AppendLog, type LogFile } from './append-log.ts'
import { StateFile as DurableFile, type StateFile, StateFileError, openStateFile } from './index.ts'
import { type StateEntry, parseEntry } from './state-entry.ts'
import { keptOf } from './state-file.ts'
import { readStateLines, sealLine } from './state-lines.ts'

const pets: readonly Pet[] = [
  { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
  { id: 2, name: 'Tom', categoryId: 2, status: 'pending' },
]
const origin = { dataset: 'two', seed: 1, pets }
const newPet = { name: 'Coco', categoryId: 3 }

let folder: string
let path: string
const opened: StateFile[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'animal-store-'))
  path = join(folder, 'animals.state')
})

afterEach(async () => {
  await Promise.all(opened.splice(0).map((file) => file.close()))
  await rm(folder, { recursive: true, force: true })
})

async function open(): Promise<{ file: StateFile; store: AnimalStore }> {
  const file = await openStateFile(path, origin)
  opened.push(file)
  return { file, store: storeOn(file) }
}

function storeOn(file: StateFile): AnimalStore {
  return createAnimalStore({
    dataset: pets,
    animals: { open: file.openAnimals, reset: file.resetAll },
    onFailure: (error) => {
      throw error
    },
  })
}

/** Closes and opens again, as a restart does. */
async function reopen(file: StateFile): Promise<{ file: StateFile; store: AnimalStore }> {
  opened.splice(opened.indexOf(file), 1)
  await file.close()
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
  expect(again.file.notice).toBeUndefined()
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
  await again.store.reset()
  expect(await lists(again.store)).toEqual([2, 2, 2, 2])
  await again.store.answer(post(newPet, 'test_pro.two'))
  const last = await reopen(again.file)
  expect(await lists(last.store)).toEqual([2, 2, 3, 2])
})

test('a sandbox that was not used since the restart is forgotten by a reset of all', async () => {
  const { file, store } = await open()
  await store.answer(post(newPet, 'test_pro.box'))
  const again = await reopen(file)
  await again.store.reset()
  expect(idsOf(await again.store.answer(get('/v1/pets', 'test_pro.box')))).toEqual([1, 2])
})

test('the animals of a sandbox outlive its expiry', async () => {
  const { file } = await open()
  const store = createAnimalStore({ dataset: pets, animals: { open: file.openAnimals }, maxSandboxes: 2 })
  await store.answer(post(newPet, 'test_pro.box'))
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

test('sandboxes in which nothing happened cost no line, and their number costs nothing for ever', async () => {
  const { file, store } = await open()
  await store.answer(post(newPet, 'test_pro.kept'))
  const { size } = await stat(path)
  for (let index = 0; index < 2500; index++) await store.answer(get('/v1/pets/1', `test_pro.box-${index}`))
  await store.sandbox('box-1').reset()
  expect((await stat(path)).size).toBe(size)
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

/** A state file in memory whose next writes can fail, opened. */
function diskFile(): { file: StateFile; disk: { failures: number; bytes: Buffer } } {
  const disk = { failures: 0, bytes: Buffer.alloc(0) }
  const handle = logFile({
    write: async (bytes, offset, length) => {
      if (disk.failures-- > 0) throw new Error('ENOSPC: no space left on device')
      disk.bytes = Buffer.concat([disk.bytes, bytes.subarray(offset, offset + length)])
      return { bytesWritten: length }
    },
  })
  return { file: new DurableFile(new AppendLog(handle, 0, 0), new Map(), undefined, async () => undefined), disk }
}

/** What a restart would make of it. */
async function afterRestart(bytes: Buffer, sandbox = 'default'): Promise<number> {
  const entries = readStateLines('disk', bytes).objects.map((json) => parseEntry(json) as StateEntry)
  const log = new AppendLog(logFile({ write: () => Promise.reject(new Error('Not expected.')) }), 0, 0)
  const store = storeOn(new DurableFile(log, keptOf(entries), undefined, async () => undefined))
  return (await store.sandbox(sandbox).animals).count()
}

test('a reset, restore or reset of all on a full disk changes nothing, and the next one is kept', async () => {
  for (const goBack of ['reset', 'restore', 'reset of all'] as const) {
    const { file, disk } = diskFile()
    const store = storeOn(file)
    const sandbox = store.sandbox()
    await sandbox.snapshot('two')
    await store.answer(post(newPet))
    sandbox.clock.advance(1000)
    const clock = sandbox.clock.state
    const journal = sandbox.journal.size
    const quotas = sandbox.quotas
    const act = () =>
      goBack === 'reset' ? sandbox.reset() : goBack === 'restore' ? sandbox.restore('two') : store.reset()
    disk.failures = 1
    await expect(act(), goBack).rejects.toThrow('ENOSPC')
    expect(sandbox.clock.state).toEqual(clock)
    expect(sandbox.journal.size).toBe(journal)
    expect(sandbox.quotas).toBe(quotas)
    expect(await bodyOf(store)).toContain('Coco')
    expect((await store.answer(post({ ...newPet, name: 'Later' }))).status).toBe(201)
    expect(await afterRestart(disk.bytes), goBack).toBe(4)
    await act()
    expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([1, 2])
    expect(await afterRestart(disk.bytes), goBack).toBe(2)
  }
})

test('a creation during a reset that fails is kept, and one during a reset that succeeds is not', async () => {
  for (const [failures, animals] of [
    [1, 4],
    [0, 2],
  ] as const) {
    const { file, disk } = diskFile()
    const store = storeOn(file)
    await store.answer(post(newPet))
    const old = await store.sandbox().animals
    disk.failures = failures
    const reset = store.sandbox().reset()
    const added = old.add(newPet)
    const [outcome] = await Promise.allSettled([reset, added])
    expect(outcome.status).toBe(failures > 0 ? 'rejected' : 'fulfilled')
    expect(await (await store.sandbox().animals).count()).toBe(animals)
    expect(await afterRestart(disk.bytes)).toBe(animals)
  }
})

test('a sandbox that is forgotten and called at once begins anew, and keeps what happens then', async () => {
  const { file, disk } = diskFile()
  const store = storeOn(file)
  await store.answer(post(newPet, 'test_pro.box'))
  store.forget('box')
  expect(idsOf(await store.answer(get('/v1/pets', 'test_pro.box')))).toEqual([1, 2])
  await store.answer(post(newPet, 'test_pro.box'))
  expect(await afterRestart(disk.bytes, 'box')).toBe(3)
})

test('nobody sees an animal before the file has it', async () => {
  const written: (() => void)[] = []
  const log = new AppendLog(
    logFile({
      write: (_bytes, _offset, length) =>
        new Promise((resolve) => written.push(() => resolve({ bytesWritten: length }))),
    }),
    0,
    0,
  )
  const store = storeOn(new DurableFile(log, new Map(), undefined, async () => undefined))
  const reply = store.answer(post(newPet))
  await expect.poll(() => written.length).toBe(1)
  expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([1, 2])
  written[0]?.()
  expect((await reply).status).toBe(201)
  expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([1, 2, 3])
})

type Write = (bytes: Uint8Array, offset: number, length: number, position: number) => Promise<{ bytesWritten: number }>

/** A file that only knows what the log uses of one. */
function logFile(methods: { write: Write; truncate?: (bytes: number) => Promise<void> }): LogFile {
  const nothing = () => Promise.resolve()
  return { truncate: nothing, datasync: nothing, close: nothing, ...methods } as unknown as LogFile
}

test('a full disk refuses the change, and leaves no half line before the next one', async () => {
  const disk = Buffer.alloc(1000)
  let endBytes = 0
  let room = 100
  const file = logFile({
    write: async (bytes, offset, length, position) => {
      const bytesWritten = Math.min(length, 25, room - position)
      if (bytesWritten <= 0) throw new Error('ENOSPC: no space left on device')
      disk.set(bytes.subarray(offset, offset + bytesWritten), position)
      endBytes = Math.max(endBytes, position + bytesWritten)
      return { bytesWritten }
    },
    truncate: async (bytes) => void (endBytes = bytes),
  })
  const log = new AppendLog(file, 0, 0)
  await log.append('{"one":1}')
  const lines = ['{"two":2}', '{"three":3}', '{"four":4}']
  const results = await Promise.allSettled(lines.map((line) => log.append(line)))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  room = 1000
  await log.append('{"five":5}')
  expect(readStateLines('disk', disk.subarray(0, endBytes)).objects).toEqual(['{"one":1}', '{"five":5}'])
})

test('after a write whose rest cannot be removed, nothing is added any more', async () => {
  const fail = () => Promise.reject(new Error('EIO'))
  const log = new AppendLog(logFile({ write: fail, truncate: fail }), 0, 0)
  await expect(log.append('{"one":1}')).rejects.toThrow('EIO')
  await expect(log.append('{"two":2}')).rejects.toThrow('The state file takes no more changes')
})

test('lines that come at the same time are written together', async () => {
  const writes: string[] = []
  const write: Write = async (bytes, offset, length) => {
    writes.push(Buffer.from(bytes.subarray(offset, offset + length)).toString())
    return { bytesWritten: length }
  }
  const log = new AppendLog(logFile({ write }), 0, 0)
  await Promise.all(Array.from({ length: 100 }, (_, index) => log.append(`{"n":${index}}`)))
  expect(writes.length).toBe(1)
  expect(readStateLines('disk', Buffer.from(writes.join(''))).objects.length).toBe(100)
})

/** A state file with three creations, closed. */
async function smallFile(): Promise<Buffer<ArrayBuffer>> {
  const { file, store } = await open()
  for (const name of ['A', 'B', 'C'.repeat(100)]) await store.answer(post({ name, categoryId: 1 }))
  opened.splice(opened.indexOf(file), 1)
  await file.close()
  return readFile(path)
}

async function refusal(): Promise<StateFileError> {
  const error: unknown = await open().catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StateFileError)
  expect((await readdir(folder)).filter((name) => name.endsWith('.lock'))).toEqual([])
  return error as StateFileError
}

test('any byte that was changed is noticed, and the file is left as it is', async () => {
  const whole = await smallFile()
  for (let at = 0; at < whole.length; at++) {
    const damaged = Buffer.from(whole)
    damaged[at] = (damaged[at] ?? 0) ^ 0x01
    await writeFile(path, damaged)
    await refusal()
    expect(damaged.equals(await readFile(path)), `byte ${at}`).toBe(true)
  }
})

test('a damaged line is named, with what can be done', async () => {
  const lines = (await smallFile()).toString().split('\n')
  await writeFile(path, lines.map((line) => line.replace('"B"', '"X"')).join('\n'))
  const error = await refusal()
  expect(error).toMatchObject({ path, line: 3 })
  expect(error.message).toBe(
    `Cannot use the state file ${path}: line 3 is damaged: its checksum does not fit. Nothing was changed. ` +
      `Put a copy of the file in place, keep what stands before it (head -n 2 ${path} > repaired, ` +
      'then --state repaired), or move it away to begin anew.',
  )
  await writeFile(path, `${lines.slice(0, 2).join('\n')}\n`)
  const { store } = await open()
  expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([1, 2, 3])
})

test('lines that were cut out, moved or written twice are noticed', async () => {
  const [header = '', a = '', b = '', c = ''] = (await smallFile()).toString().split('\n')
  for (const [lines, wrong] of [
    [[header, a, c], 3],
    [[header, b, a, c], 2],
    [[header, a, a, b, c], 3],
    [[header, a, '', b, c], 3],
    [[header, a, b.slice(0, 9) + c.slice(9)], 3],
    [[a, b, c], 1],
  ] as const) {
    await writeFile(path, `${lines.join('\n')}\n`)
    expect((await refusal()).line).toBe(wrong)
  }
})

test('a last line that was never finished is left out, with a notice', async () => {
  const whole = await smallFile()
  const lastLine = whole.subarray(0, -1).lastIndexOf(0x0a) + 1
  for (const end of [lastLine + 1, lastLine + 20, whole.length - 3]) {
    await writeFile(path, whole.subarray(0, end))
    const { file, store } = await open()
    expect(file.notice).toContain(`its ${end - lastLine} bytes were left out`)
    expect(idsOf(await store.answer(get('/v1/pets')))).toEqual([1, 2, 3, 4])
    await store.answer(post({ name: 'D', categoryId: 1 }))
    const again = await reopen(file)
    expect(again.file.notice).toBeUndefined()
    expect(idsOf(await again.store.answer(get('/v1/pets')))).toEqual([1, 2, 3, 4, 5])
    opened.splice(opened.indexOf(again.file), 1)
    await again.file.close()
  }
})

test('a whole last line without its newline counts', async () => {
  await writeFile(path, (await smallFile()).subarray(0, -1))
  const { file, store } = await open()
  await store.answer(post({ name: 'D', categoryId: 1 }))
  const again = await reopen(file)
  expect(idsOf(await again.store.answer(get('/v1/pets')))).toEqual([1, 2, 3, 4, 5, 6])
})

test('what is no state file is refused and left alone', async () => {
  const sealed = (object: unknown) => sealLine(JSON.stringify(object), 0).line
  const header = { format: 'animal-store-state', version: 1, dataset: 'two', count: 2, seed: 1, digest: '00000000' }
  for (const [text, message] of [
    ['', 'it is empty, which it never is once it was made'],
    ['[{"id":1}]\n', 'it was not made by animal-store, or its beginning is damaged'],
    ['\u0000\u0000\u0000', 'it was not made by animal-store'],
    [sealed({ pets: [] }), 'it was not made by animal-store'],
    [sealed({ ...header, version: 2 }), 'it has version 2 of the format, and this animal-store reads version 1'],
    [sealed({ ...header, dataset: 'demo', count: 60 }), 'Start with --dataset demo --count 60 --seed 1, or name'],
    [sealed({ ...header, seed: 2 }), 'it changes the dataset two (2 animals, seed 2), and this start is with two (2'],
    [sealed(header), 'as another version of animal-store makes it'],
  ] as const) {
    await writeFile(path, text)
    expect((await refusal()).message).toContain(message)
    expect(await readFile(path, 'utf8')).toBe(text)
  }
})

test('an entry that this version does not know is refused', async () => {
  const whole = await smallFile()
  const { chain } = readStateLines(path, whole)
  for (const entry of [
    { sandbox: 'default', sell: 1 },
    { sandbox: 1, remove: 1 },
    { put: pets[0] },
    { sandbox: 'a', put: {} },
  ]) {
    await writeFile(path, Buffer.concat([whole, Buffer.from(sealLine(writeJson(entry), chain).line)]))
    expect((await refusal()).message).toContain('line 5 says nothing that this version of animal-store understands')
  }
})

test('a folder, a device and a place that does not exist are refused', async () => {
  await expect(openStateFile(folder, origin)).rejects.toThrow(`Cannot use the state file ${folder}: EISDIR`)
  await expect(openStateFile('/dev/null', origin)).rejects.toThrow('it is no file of the disk')
  await expect(openStateFile(join(folder, 'none', 'file'), origin)).rejects.toThrow('ENOENT')
  await smallFile()
  await expect(openStateFile(join(path, 'inside'), origin)).rejects.toThrow('ENOTDIR')
})

const openingChild = `
  import { openStateFile } from ${JSON.stringify(new URL('index.ts', import.meta.url).href)}
  const [path] = process.argv.slice(1)
  try {
    await openStateFile(path, ${JSON.stringify(origin)})
    console.log('opened')
  } catch (error) {
    console.log(error.message)
  }
`

async function openElsewhere(user?: number): Promise<string> {
  const args = ['--input-type=module', '--eval', openingChild, path]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], ...(user && { uid: user }) })
  const texts: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => texts.push(chunk))
  await once(child, 'close')
  return Buffer.concat(texts).toString().trim()
}

test('a file that may not be read is refused', async () => {
  await smallFile()
  await chmod(path, 0o000)
  await chmod(folder, 0o777)
  // No file keeps root out.
  expect(await openElsewhere(process.getuid?.() === 0 ? 65534 : undefined)).toContain('EACCES: permission denied')
})

test('two processes never use one file, under whatever name', async () => {
  const { file } = await open()
  const wanted = `process ${process.pid} is using it. Stop that one, or name another file.`
  expect(await openElsewhere()).toContain(wanted)
  await expect(openStateFile(path, origin)).rejects.toThrow(wanted)
  await symlink(path, join(folder, 'other'))
  await expect(openStateFile(join(folder, 'other'), origin)).rejects.toThrow(wanted)
  opened.splice(opened.indexOf(file), 1)
  await file.close()
  expect(await readdir(folder)).not.toContain('animals.state.lock')
  expect(await openElsewhere()).toBe('opened')
})

const refuseLock = (problem: string): Error => new StateFileError(path, problem)

/** Opens the file and closes it again; a string says why it cannot be opened. */
async function tryLock(lock: string | undefined): Promise<string | undefined> {
  if (lock !== undefined) await writeFile(`${path}.lock`, lock)
  try {
    await (await openStateFile(path, origin)).close()
    return undefined
  } catch (error) {
    if (error instanceof StateFileError) return error.message
    throw error
  }
}

test('the lock of a process that is gone is taken over, an unfinished one is not', async () => {
  await smallFile()
  expect(await openElsewhere()).toBe('opened')
  const stale = await readFile(`${path}.lock`, 'utf8')
  expect(stale).toMatch(/^[0-9]+ .+ ([0-9]+|-)\n$/)
  expect(stale).toContain(` ${hostname()} `)
  expect(await tryLock(undefined)).toBeUndefined()
  for (const lock of ['', '12', `${process.pid}\n`, `${process.pid} ${hostname()}`, 'x'.repeat(2000)]) {
    expect(await tryLock(lock), lock).toContain(`delete`)
    expect(await readFile(`${path}.lock`, 'utf8')).toBe(lock)
  }
})

test('a lock of another host is in use, whether or not its process id is of one here', async () => {
  const [pid = ''] = (await openElsewhere().then(() => readFile(`${path}.lock`, 'utf8'))).split(' ')
  for (const id of [pid, String(process.pid)]) {
    const message = await tryLock(`${id} else\u001bwhere 5\n`)
    expect(message).toContain(`process ${id} of the host "else\\u001bwhere" is using it`)
    expect(message).toContain(`If it is gone, delete ${path}.lock.`)
  }
})

test.runIf(process.platform === 'linux')(
  'a lock with the id of this process is taken over when an earlier one made it, as in a container',
  async () => {
    const { file } = await open()
    const own = await readFile(`${path}.lock`, 'utf8')
    opened.splice(opened.indexOf(file), 1)
    await file.close()
    expect(await tryLock(own)).toContain(`process ${process.pid} is using it`)
    // Where a system does not tell when a process started, it may be this one.
    expect(await tryLock(own.replace(/[0-9]+\n$/, '-\n'))).toContain(`process ${process.pid} is using it`)
    expect(await tryLock(own.replace(/[0-9]+\n$/, '5\n'))).toBeUndefined()
  },
)

test('of many that find the same stale lock, one takes it over', async () => {
  await smallFile()
  await openElsewhere()
  const stale = await readFile(`${path}.lock`)
  for (let round = 0; round < 20; round++) {
    await writeFile(`${path}.lock`, stale)
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => takeLock(path, refuseLock)))
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    expect((await readdir(folder)).toSorted()).toEqual(['animals.state', 'animals.state.lock'])
  }
})

test('a lock that a third process made while the one before was found stale is left to it', async () => {
  const lock = `${path}.lock`
  const third = `${process.ppid} ${hostname()} -\n`
  await writeFile(lock, `4000000 ${hostname()} 5\n`)
  const kill = vi.spyOn(process, 'kill').mockImplementationOnce(() => {
    writeFileSync(lock, third)
    throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH' })
  })
  await expect(takeLock(path, refuseLock)).rejects.toThrow(`process ${process.ppid} is using it`)
  kill.mockRestore()
  expect(await readFile(lock, 'utf8')).toBe(third)
  expect(await readdir(folder)).toEqual(['animals.state.lock'])
})

test('a takeover that was broken off is told, and not waited for without end', async () => {
  await smallFile()
  await openElsewhere()
  await writeFile(`${path}.lock.guard`, '')
  expect(await tryLock(undefined)).toContain(`If none is starting, delete ${path}.lock and ${path}.lock.guard.`)
})

test('a lock that is no plain file is refused, and nothing that it leads to is touched', async () => {
  await smallFile()
  const lock = `${path}.lock`
  const wanted = `${lock} is in the way, and no lock of animal-store`
  await symlink(join(folder, 'nowhere'), lock)
  expect(await tryLock(undefined)).toContain(wanted)
  expect(await readdir(folder)).not.toContain('nowhere')
  await rm(lock)
  await mkdir(lock)
  expect(await tryLock(undefined)).toContain(wanted)
  await rmdir(lock)
  if (process.platform === 'win32') return
  await once(spawn('mkfifo', [lock]), 'close')
  expect(await tryLock(undefined)).toContain(wanted)
})

test('a lock that another process put in place of ours stays when the file is closed', async () => {
  const { file } = await open()
  opened.splice(opened.indexOf(file), 1)
  await writeFile(`${path}.lock`, '77 other 5\n')
  await file.close()
  expect(await readFile(`${path}.lock`, 'utf8')).toBe('77 other 5\n')
})

test.skipIf(process.platform === 'win32')('only their owner can read the state file and its lock', async () => {
  await open()
  for (const name of [path, `${path}.lock`]) expect((await stat(name)).mode & 0o777, name).toBe(0o600)
})

test('a file that is made goes through no link that waits beside it', async () => {
  const victim = join(folder, 'victim')
  await writeFile(victim, 'precious')
  await symlink(victim, `${path}.${process.pid}`)
  await open()
  expect(await readFile(victim, 'utf8')).toBe('precious')
})

const creatingChild = `
  import { writeSync } from 'node:fs'
  import { createAnimalStore } from ${JSON.stringify(new URL('../index.ts', import.meta.url).href)}
  import { openStateFile } from ${JSON.stringify(new URL('index.ts', import.meta.url).href)}
  const [path, run] = process.argv.slice(1)
  const origin = ${JSON.stringify(origin)}
  const file = await openStateFile(path, origin)
  const store = createAnimalStore({
    dataset: origin.pets,
    profile: { enterprise: '1000000000/1000000000' },
    openAnimals: file.openAnimals,
  })
  let number = 0
  async function create() {
    for (;;) {
      const sandbox = ['', '.one', '.two'][number % 3]
      const body = JSON.stringify({ name: run + ' ' + number++ + ' ' + 'x'.repeat(number % 200), categoryId: 1 })
      const headers = { authorization: 'Bearer test_enterprise' + sandbox, 'content-type': 'application/json' }
      const reply = await store.answer({ method: 'POST', target: '/v1/pets', headers, body })
      if (reply.status !== 201) throw new Error(reply.body)
      writeSync(1, sandbox + ' ' + reply.body + '\\n')
    }
  }
  for (let index = 0; index < 16; index++) create()
`

test(
  'what was answered 201 is there after kill -9 under concurrent creations, and no id twice',
  { timeout: 120_000 },
  async () => {
    const seed = Date.now() % 100_000
    const randomness = new Randomness(seed)
    const answered = new Map<string, string>()
    const ids = new Set<string>()
    for (let run = 0; run < 30; run++) {
      const args = ['--input-type=module', '--eval', creatingChild, path, String(run)]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
      const wanted = 1 + Math.floor(randomness.next() * 400)
      let text = ''
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
        // The kill comes at a random moment in the middle of further writes.
        if (text.split('\n').length > wanted) setTimeout(() => child.kill('SIGKILL'), randomness.next() * 5)
      })
      await once(child, 'close')
      expect(child.signalCode).toBe('SIGKILL')
      for (const line of text.split('\n').slice(0, -1)) {
        const sandbox = line.slice(0, line.indexOf(' '))
        const json = line.slice(line.indexOf(' ') + 1)
        const id = `${sandbox} ${/"id":([0-9]+)/.exec(json)?.[1]}`
        expect(ids.has(id), `seed ${seed}: ${id} was given before`).toBe(false)
        ids.add(id)
        answered.set(id, json)
      }
    }
    const { store } = await open()
    expect(answered.size).toBeGreaterThan(100)
    for (const [where, json] of answered) {
      const [sandbox, id] = where.split(' ')
      const name = sandbox === '' ? undefined : sandbox?.slice(1)
      const pet = await (await store.sandbox(name).animals).get(Number(id))
      expect(pet, `seed ${seed}: ${where}`).toEqual((readJson(json) as { value: unknown }).value)
    }
  },
)

test('the checksum is the usual one of zip and gzip', () => {
  expect(sealLine('{"a":1}', 0).line).toBe(`{"a":1,"crc32":"${crc32('{"a":1}').toString(16).padStart(8, '0')}"}\n`)
})
