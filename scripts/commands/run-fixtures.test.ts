import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findDataset, readPets } from '../../fixtures/all.ts'
import { createAnimalStore } from '../../mocks/index.ts'
import { run } from './run.ts'

const program = fileURLToPath(new URL('../animal-store.ts', import.meta.url))
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fixtures-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function fixtures(...args: string[]): Promise<{ exitCode: number; out: string; err: string }> {
  let out = ''
  let err = ''
  const shell = { out: (text: string) => (out += text), err: (text: string) => (err += text), columns: undefined }
  return { exitCode: await run(['fixtures', ...args], shell), out, err }
}

test.each(['json', 'ndjson', 'csv'] as const)(
  'the same 500 animals are written as %s, read back and served',
  async (format) => {
    const file = join(folder, `animals.${format}`)
    const told = await fixtures('--count', '500', '--seed', '7', '--out', file)
    expect(told).toEqual({ exitCode: 0, out: `Wrote 500 animals to ${file}.\n`, err: '' })
    const pets = await findDataset('demo').load({ count: 500, seed: 7 })
    expect(readPets(file, readFileSync(file, 'utf8'), format)).toEqual(pets)
    expect((await createAnimalStore({ dataset: file }).herd).pets).toEqual(pets)
    expect(readdirSync(folder)).toEqual([`animals.${format}`])
  },
)

test('animals are generated with names of a language, of some kinds, and in a mix of statuses', async () => {
  const flags = ['--locale', 'fr', '--categories', 'cat=42,bird', '--status-mix', 'sold=3,none=1', '--seed', '7']
  const { out, exitCode } = await fixturesOut(...flags)
  expect(exitCode).toBe(0)
  const pets = readPets('out', out, 'json')
  expect(pets).toHaveLength(60)
  expect(new Set(pets.map(({ categoryId }) => categoryId))).toEqual(new Set([42, 3]))
  expect(new Set(pets.map(({ status }) => status))).toEqual(new Set(['sold', undefined]))
  expect(pets.filter(({ name }) => / \(.+\)$/.test(name))).toHaveLength(60)
  expect((await fixturesOut(...flags)).out).toBe(out)
  expect(readPets('out', (await fixturesOut('--locale', 'ja', '--count', '3')).out, 'json')).toHaveLength(3)
})

async function fixturesOut(...args: string[]): Promise<{ out: string; exitCode: number | null }> {
  const child = spawn(process.execPath, [program, 'fixtures', ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  const [exitCode] = (await once(child, 'close')) as [number | null]
  return { out: Buffer.concat(chunks).toString(), exitCode }
}

test('without a file the animals go to the standard output, as JSON unless told otherwise', async () => {
  const json = spawnSync(process.execPath, [program, 'fixtures', '--dataset', 'int64'], { encoding: 'utf8' })
  expect({ status: json.status, stderr: json.stderr }).toEqual({ status: 0, stderr: '' })
  expect(readPets('stdout', json.stdout, 'json')).toEqual(await findDataset('int64').load())
  const ndjson = spawnSync(process.execPath, [program, 'fixtures', '--dataset', 'one', '--format', 'ndjson'], {
    encoding: 'utf8',
  })
  expect(ndjson.stdout).toBe('{"id":1,"name":"Rex the Beagle","categoryId":1,"status":"available"}\n')
})

test('a reader that has seen enough ends it well', async () => {
  const child = spawn(
    process.execPath,
    [program, 'fixtures', '--dataset', 'large', '--count', '10000000', '--format', 'csv'],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let err = ''
  child.stderr.on('data', (data) => (err += String(data)))
  await once(child.stdout, 'data')
  child.stdout.destroy()
  expect(await once(child, 'close')).toEqual([0, null])
  expect(err).toBe('')
})

test('a file is written anew from itself, and stays as it is when it has a problem', async () => {
  const file = join(folder, 'own.csv')
  writeFileSync(file, 'name;categoryId\nRex;1\n=1+1;2\n')
  expect(await fixtures('--dataset', file, '--out', file)).toEqual({
    exitCode: 0,
    out: `Wrote 2 animals to ${file}, in place of the file that was there.\n`,
    err: '',
  })
  const text = "\uFEFFid,name,categoryId,status\n1,Rex,1,\n2,'=1+1,2,\n"
  expect(readFileSync(file, 'utf8')).toBe(text)
  writeFileSync(file, text.replace('Rex,1', 'Rex,x'))
  const refused = await fixtures('--dataset', file, '--out', file)
  expect(refused).toMatchObject({ exitCode: 2, out: '' })
  expect(refused.err).toContain(
    `${file}:\n  line 2, categoryId: expected an int64 from -9223372036854775808 to 9223372036854775807, found "x"\n`,
  )
  expect(readFileSync(file, 'utf8')).toContain('Rex,x')
})

test('when writing fails halfway, the file is as it was', async () => {
  const file = join(folder, 'own.json')
  const out = join(folder, 'animals.csv')
  writeFileSync(file, '[{"name":"half \\ud83d","categoryId":1}]')
  writeFileSync(out, 'before')
  const failed = await fixtures('--dataset', file, '--out', out)
  expect(failed).toMatchObject({ exitCode: 2, out: '' })
  expect(failed.err).toContain('its name has half a character')
  expect(readFileSync(out, 'utf8')).toBe('before')
  expect(readdirSync(folder).toSorted()).toEqual(['animals.csv', 'own.json'])
})

test('Ctrl-C leaves the file as it was, and nothing beside it', async () => {
  const out = join(folder, 'animals.csv')
  writeFileSync(out, 'before')
  const args = [program, 'fixtures', '--dataset', 'large', '--count', '10000000', '--out', out]
  const child = spawn(process.execPath, args, { stdio: 'ignore' })
  const closed = once(child, 'close')
  await expect.poll(() => readdirSync(folder).length, { timeout: 8000 }).toBe(2)
  child.kill('SIGINT')
  expect(await closed).toEqual([130, null])
  expect(readdirSync(folder)).toEqual(['animals.csv'])
  expect(readFileSync(out, 'utf8')).toBe('before')
})

test('what a link leads to is written, and the link stays', async () => {
  const file = join(folder, 'real.json')
  writeFileSync(file, '')
  symlinkSync(file, join(folder, 'link.json'))
  expect(await fixtures('--dataset', 'one', '--out', join(folder, 'link.json'))).toMatchObject({ exitCode: 0 })
  expect(readPets(file, readFileSync(file, 'utf8'), 'json')).toHaveLength(1)
})

test.skipIf(process.platform === 'win32')(
  'what is no file, such as a pipe, is written to and not replaced',
  async () => {
    // Never try this with a device of the machine: a mistake in the command would take it away from everybody.
    const pipe = join(folder, 'pipe.csv')
    expect(spawnSync('mkfifo', [pipe]).status).toBe(0)
    const reading = readFile(pipe, 'utf8')
    expect(await fixtures('--dataset', 'one', '--out', pipe)).toMatchObject({ exitCode: 0 })
    expect(statSync(pipe).isFIFO()).toBe(true)
    expect(await reading).toContain('1,"Rex the Beagle",1,available')
  },
)

test('a mock does not start with a file that has a problem', () => {
  const file = join(folder, 'own.ndjson')
  writeFileSync(file, '{"name":"Rex","categoryId":1}\n{"name":"Tom","categoryId":1\n')
  const args = [program, 'mock', '--port', '0', '--dataset', file]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(/own\.ndjson:\n {2}line 2: this is no well-formed JSON: .+\n$/)
})

// No time is asserted: the machine may be busy with other things.
test('a mock of a million animals is there, and its first page and the last animal', { timeout: 60_000 }, async () => {
  const store = createAnimalStore({ dataset: 'large', count: 1_000_000 })
  expect((await store.herd).pets).toHaveLength(1_000_000)
  const ask = (target: string) =>
    store.answer({ method: 'GET', target, headers: { authorization: 'Bearer test_enterprise' } })
  const page = await ask('/v1/pets?limit=100')
  expect([page.status, JSON.parse(String(page.body))]).toEqual([200, expect.objectContaining({ length: 100 })])
  expect((await ask('/v1/pets/1000000')).status).toBe(200)
})

test.each<[readonly string[], exitCode: number, message: string]>([
  [['--dataset', 'demmo'], 2, 'Cannot load dataset "demmo": no such dataset. Datasets: demo, empty, one'],
  [['--dataset', 'no-such-file.csv'], 2, 'Cannot load the animals of no-such-file.csv: there is no such file.'],
  [
    ['--dataset', 'empty', '--count', '5', '--out', 'FOLDER/a.json'],
    2,
    'Cannot load "empty" with 5 animals: it is empty.',
  ],
  [
    ['--count', '99999999', '--out', 'FOLDER/a.json'],
    2,
    'Cannot make 99999999 animals: expected a whole number from 0 to 10000000.',
  ],
  [['--count', '-5'], 2, 'Expected a whole number from 0'],
  [['--seed', 'seven'], 2, 'Expected a whole number from 0'],
  [['--format', 'xml'], 2, 'Allowed: json, ndjson, csv.'],
  [['--locale', 'de'], 2, 'Cannot name animals in "de". Locales: en, fr, ja.'],
  [
    ['--categories', 'dgo'],
    2,
    'Cannot use --categories dgo: Expected kinds of animals, as in dog,cat=42: dog, cat, bird',
  ],
  [['--categories', 'dgo'], 2, 'Did you mean "dog"?'],
  [['--categories', 'dog=x'], 2, 'The id of dog must be an int64, as in dog=42.'],
  [['--categories', 'dog=9223372036854775808'], 2, 'The id of dog must be an int64'],
  [['--categories', 'dog,dog'], 2, 'Two categories have the same id.'],
  [['--status-mix', 'sold'], 2, 'Cannot use --status-mix sold: Expected weights, each status once and one above 0'],
  [['--status-mix', 'sold=1,sold=2'], 2, 'Expected weights, each status once'],
  [['--status-mix', 'sold=0'], 2, 'one above 0, as in available=3,sold=1: available, pending, sold, none.'],
  [
    ['--dataset', 'text', '--locale', 'fr', '--status-mix', 'sold=1'],
    2,
    'Cannot change the animals of "text": --locale, --status-mix generate animals in place of a dataset.',
  ],
  [
    ['--out', 'animals.txt'],
    2,
    'Cannot tell the format from the name animals.txt: let it end in .json, .ndjson or .csv, or add --format.',
  ],
  [['--out', 'animals.ts'], 2, 'Cannot tell the format from the name animals.ts'],
  [['--out', 'FOLDER/none/a.json'], 1, 'a.json: its folder does not exist. Make the folder first.'],
  [['--out', 'FOLDER/folder.json'], 1, 'folder.json: it is a folder.'],
  [['--out', 'FOLDER/file/a.json'], 1, 'a.json: its folder is a file.'],
])('%j is refused with what to do', async (args, exitCode, message) => {
  mkdirSync(join(folder, 'folder.json'))
  writeFileSync(join(folder, 'file'), '')
  const refused = await fixtures(...args.map((arg) => arg.replace('FOLDER', folder)))
  expect({ exitCode: refused.exitCode, out: refused.out }).toEqual({ exitCode, out: '' })
  expect(refused.err).toContain(message)
  expect(readdirSync(folder).toSorted()).toEqual(['file', 'folder.json'])
})
