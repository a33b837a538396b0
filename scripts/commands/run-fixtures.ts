import { constants as accessConstants, createWriteStream } from 'node:fs'
import { access, realpath, rename, rm, stat } from 'node:fs/promises'
import { constants } from 'node:os'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  DatasetError,
  type HerdOptions,
  type Locale,
  type PetFormat,
  demo,
  findDataset,
  streamPets,
  writePets,
} from '../../fixtures/all.ts'
import { formatOf } from '../../fixtures/pet-files/format.ts'
import type { Pet } from '../../spec/index.ts'
import type { FixturesFlags } from './fixtures-command.ts'
import { parseCategories, parseStatusMix } from './parse-herd.ts'
import { Progress } from './progress.ts'
import type { Shell } from './shell.ts'
import { UsageError } from './usage-error.ts'

/** A file could not be written. */
class OutputError extends Error {
  override readonly name = 'OutputError'
}

/**
 * Writes the animals of a dataset to a file or to the standard output.
 * @param isDatasetTyped whether the dataset was asked for, and is not just the default
 * @throws {UsageError} {DatasetError} when something was asked for that there is not
 * @throws {OutputError} when the file cannot be written; it is then as it was before
 */
export async function runFixtures(flags: FixturesFlags, shell: Shell, isDatasetTyped = false): Promise<void> {
  const { out } = flags
  const format = formatFor(flags)
  const { pets, total } = await animalsOf(flags, isDatasetTyped)
  const progress = new Progress(shell.err, process.stderr.isTTY, total)
  const pieces = writePets(watched(pets, progress), format)
  if (out === undefined) {
    await writeToOutput(pieces)
    progress.end()
  } else {
    const isReplaced = await writeToFile(pieces, out)
    progress.end()
    shell.out(`Wrote ${progress.count} animals to ${out}${isReplaced ? replacedText : ''}.\n`)
  }
}

interface Animals {
  readonly pets: Iterable<Pet> | AsyncIterable<Pet>
  readonly total: number | undefined
}

async function animalsOf(flags: FixturesFlags, isDatasetTyped: boolean): Promise<Animals> {
  const { count, seed } = flags
  const herd = herdOf(flags)
  if (herd !== undefined) {
    if (isDatasetTyped) {
      throw new UsageError(
        `Cannot change the animals of "${flags.dataset}": ${herd.flags.join(', ')} generate animals in place of a dataset. ` +
          'Leave --dataset out.',
      )
    }
    const total = count ?? demo.count ?? 0
    return { pets: streamPets({ ...herd.options, seed, count: total }), total }
  }
  const dataset = findDataset(flags.dataset)
  if (dataset.stream !== undefined) return { pets: dataset.stream({ count, seed }), total: count ?? dataset.count }
  const pets = await dataset.load({ count, seed })
  return { pets, total: pets.length }
}

/** What animals to generate, and by which flags; `undefined` when none of them was given. */
function herdOf({ locale, categories, statusMix }: FixturesFlags) {
  const flags = Object.entries({ '--locale': locale, '--categories': categories, '--status-mix': statusMix }).flatMap(
    ([flag, text]) => (text === undefined ? [] : [flag]),
  )
  if (flags.length === 0) return undefined
  const options: HerdOptions = {
    // Which languages there are is for the generator to say.
    locale: locale as Locale | undefined,
    categories: parsed('--categories', categories, parseCategories),
    statusMix: parsed('--status-mix', statusMix, parseStatusMix),
  }
  return { flags, options }
}

function parsed<T>(flag: string, text: string | undefined, parse: (text: string) => T): T | undefined {
  try {
    return text === undefined ? undefined : parse(text)
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(`Cannot use ${flag} ${text}: ${error.message}`)
    throw error
  }
}

const replacedText = ', in place of the file that was there'

/**
 * The format that was asked for, or that the ending of the file tells.
 * @throws {UsageError} when the ending tells none
 */
export function formatFor({ format, out }: Pick<FixturesFlags, 'format' | 'out'>): PetFormat {
  if (format !== undefined) return format
  if (out === undefined) return 'json'
  const known = formatOf(out)
  if (known !== undefined && known !== 'module') return known
  throw new UsageError(
    `Cannot tell the format from the name ${out}: let it end in .json, .ndjson or .csv, or add --format.`,
  )
}

async function* watched(pets: Iterable<Pet> | AsyncIterable<Pet>, progress: Progress): AsyncGenerator<Pet> {
  for await (const pet of pets) {
    progress.advance()
    yield pet
  }
}

async function writeToOutput(pieces: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(pieces, process.stdout, { end: false })
  } catch (error) {
    // Whoever read it has seen enough (`| head`).
    if (!isCode(error, 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE')) throw error
  }
}

/**
 * Writes a file, all or nothing.
 * @returns whether there was one already
 * @throws {OutputError} when it cannot be written; it is then as it was before
 */
export async function writeToFile(pieces: AsyncIterable<string>, out: string): Promise<boolean> {
  return forFile(out, async () => {
    const { path, isFile, isThere } = await targetOf(out)
    // What is no file, such as a device, is there to be written to, and not to be replaced.
    if (isFile) await writeBeside(pieces, path)
    else await pipeline(pieces, createWriteStream(path))
    return isFile && isThere
  })
}

/** Makes sure, as far as can be seen, that a file can be written later. @throws {OutputError} when it cannot */
export async function requireWritable(out: string): Promise<void> {
  await forFile(out, async () => {
    const { path, isFile } = await targetOf(out)
    await access(isFile ? dirname(path) : path, accessConstants.W_OK)
  })
}

async function forFile<T>(out: string, use: () => Promise<T>): Promise<T> {
  try {
    return await use()
  } catch (error) {
    if (error instanceof DatasetError) throw error
    throw new OutputError(`Cannot write ${out}: ${reasonOf(error)}.`, { cause: error })
  }
}

/** What a name leads to; a name that nothing has yet becomes a file. */
async function targetOf(out: string): Promise<{ path: string; isFile: boolean; isThere: boolean }> {
  try {
    const path = await realpath(out)
    const found = await stat(path)
    if (found.isDirectory()) throw new Error('it is a folder')
    return { path, isFile: found.isFile(), isThere: true }
  } catch (error) {
    if (isCode(error, 'ENOENT')) return { path: out, isFile: true, isThere: false }
    throw error
  }
}

/** Writes another file and moves it into place, so that there never is half a file, nor a good one lost. */
async function writeBeside(pieces: AsyncIterable<string>, path: string): Promise<void> {
  const beside = `${path}.${process.pid}.part`
  const stopping = new AbortController()
  const onSignal = (signal: NodeJS.Signals) => stopping.abort(signal)
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, onSignal)
  try {
    await pipeline(pieces, createWriteStream(beside, { flush: true }), { signal: stopping.signal })
    await rename(beside, path)
  } finally {
    for (const signal of signals) process.off(signal, onSignal)
    await rm(beside, { force: true })
    if (stopping.signal.aborted) process.exit(128 + constants.signals[stopping.signal.reason as NodeJS.Signals])
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist. Make the folder first',
  ENOTDIR: 'its folder is a file',
  EACCES: 'you may not write there',
  EROFS: 'nothing can be written there',
  ENOSPC: 'the disk is full',
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return reasons[code] ?? error.message
}

function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code)
}
