import { closeSync, openSync, readSync } from 'node:fs'
import { faults, scenarios } from '../../../mocks/index.ts'
import { demos } from '../../../mocks/world/demos.ts'
import { type LinkedState, StateLinkError, playText, readStateLink } from '../../../mocks/world/state-link.ts'
import { UsageError } from '../exits.ts'
import { fileProblem } from '../files.ts'
import type { MockFlags } from './mock-command.ts'

/**
 * The flags, with what a state link says where they say nothing. A choice of --choose replaces the one of the
 * link, and a file of --profile replaces all of them.
 * @param from the link, an address that has it, the name of a demo, or the path of a file with a link
 * @param isTyped whether a flag was given, and has not just its default
 * @throws {StateLinkError} {UsageError} when the link cannot be read; the message names each part that is wrong
 */
export function flagsWithLink(flags: MockFlags, from: string, isTyped: (flag: keyof MockFlags) => boolean): MockFlags {
  const { dataset, count, seed, scenario, fault, clock, profile = {} } = readLink(from)
  const choices = isTyped('profile') ? [] : Object.entries(profile).map(([id, choice]) => `${id}=${choice}`)
  const linked: Partial<MockFlags> = {
    ...(dataset === undefined ? {} : { dataset }),
    // How many animals goes with which animals.
    ...(count === undefined || isTyped('dataset') ? {} : { count }),
    ...(seed === undefined ? {} : { seed }),
    ...(scenario === undefined ? {} : { scenario: scenario.map(playText) }),
    ...(fault === undefined ? {} : { fault }),
    ...(clock === undefined ? {} : { clock }),
  }
  const typed = Object.entries(flags).filter(([flag]) => isTyped(flag as keyof MockFlags))
  return { ...flags, ...linked, ...Object.fromEntries(typed), choose: [...choices, ...(flags.choose ?? [])] }
}

function readLink(from: string): LinkedState {
  const names = { scenarios: scenarios.map(({ id }) => id), faults: faults.map(({ id }) => id) }
  if (from.includes('=') || /^https?:\/\//i.test(from) || Object.hasOwn(demos, from)) return readStateLink(from, names)
  const text = readFile(from)
  try {
    return readStateLink(text, names)
  } catch (error) {
    if (!(error instanceof StateLinkError)) throw error
    throw new UsageError(error.message.replace('this state link', `the state link in ${from}`))
  }
}

function readFile(path: string): string {
  let bytes: Buffer
  try {
    bytes = readStart(path, mostBytes + 1)
  } catch (error) {
    throw new UsageError(
      `Cannot read the file of --from, ${path}: ${fileProblem(error, 'read')}. ` +
        'A state link itself has parts such as dataset=demo&seed=7; put it in quotes.',
    )
  }
  if (bytes.length <= mostBytes) return bytes.toString('utf8')
  throw new UsageError(`Cannot use the state link in ${path}: it has more than ${mostBytes} bytes, and no link has.`)
}

// A link has 20,000 characters at most, of three bytes each.
const mostBytes = 60_000

/** The first bytes of a file, which may be a device without an end. */
function readStart(path: string, most: number): Buffer {
  const bytes = Buffer.alloc(most)
  const file = openSync(path, 'r')
  try {
    let length = 0
    for (let read = 1; read > 0 && length < most; length += read)
      read = readSync(file, bytes, length, most - length, null)
    return bytes.subarray(0, length)
  } finally {
    closeSync(file)
  }
}
