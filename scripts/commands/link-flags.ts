import { readFileSync } from 'node:fs'
import { faults, scenarios } from '../../mocks/index.ts'
import { type LinkedPlay, type LinkedState, StateLinkError, readStateLink } from '../../mocks/state-link.ts'
import type { MockFlags } from './mock-flags.ts'
import { UsageError } from './usage-error.ts'

/**
 * The flags, with what a state link says where they say nothing. Of the reading, single choices go before those of the link.
 * @param from the link, an address that has it, or the path of a file with it
 * @param isTyped whether a flag was given, and has not just its default
 * @throws {StateLinkError} {UsageError} when the link cannot be read; the message names each part that is wrong
 */
export function flagsWithLink(flags: MockFlags, from: string, isTyped: (flag: keyof MockFlags) => boolean): MockFlags {
  const { dataset, count, seed, scenario, fault, clock, reading = {} } = readLink(from)
  const choices = Object.entries(reading).map(([id, choice]) => `${id}=${choice}`)
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
  return { ...flags, ...linked, ...Object.fromEntries(typed), reading: [...choices, ...(flags.reading ?? [])] }
}

function readLink(from: string): LinkedState {
  const names = { scenarios: scenarios.map(({ id }) => id), faults: faults.map(({ id }) => id) }
  if (from.includes('=') || /^https?:\/\//i.test(from)) return readStateLink(from, names)
  const text = readFile(from)
  try {
    return readStateLink(text, names)
  } catch (error) {
    if (!(error instanceof StateLinkError)) throw error
    throw new UsageError(error.message.replace('this state link', `the state link in ${from}`))
  }
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(
      `Cannot read the file of --from: ${error instanceof Error ? error.message : String(error)}. ` +
        'A state link itself has parts such as dataset=demo&seed=7; put it in quotes.',
    )
  }
}

function playText({ scenario, operation, calls }: LinkedPlay): string {
  return [scenario, operation, calls].filter((part) => part !== undefined).join(':')
}
