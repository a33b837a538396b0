import { type LinkedState, type SettingName, partName } from '../../../mocks/state-link/setting-texts.ts'
import { StateLinkError, readStateLink } from '../../../mocks/state-link/state-link.ts'
import { isObject, readJsonBytes } from '../../../spec/index.ts'
import { readFileOf } from '../files.ts'
import { UsageError } from '../shell.ts'
import type { MockFlags } from './mock-flags.ts'

/**
 * The flags, with what a state link says where they say nothing. A choice of --choose replaces the one of the
 * link, and a file of --profile replaces all of them.
 * @param from the link, an address that has it, or the path of a file with a link or a saved state
 * @param isTyped whether a flag was given, and has not just its default
 * @throws {StateLinkError} {UsageError} when the link cannot be read; the message names each part that is wrong
 */
export function flagsWithLink(flags: MockFlags, from: string, isTyped: (flag: keyof MockFlags) => boolean): MockFlags {
  const { profile, count, ...others } = readLink(from)
  // How many animals goes with which animals.
  const linked = { ...others, ...(isTyped('dataset') ? {} : { count }) }
  const said = Object.entries(linked).map(([name, value]) => [partName(name as SettingName), value])
  const typed = Object.entries(flags).filter(([flag]) => isTyped(flag as keyof MockFlags))
  const choose = { ...(isTyped('profile') ? {} : profile), ...flags.choose }
  return { ...flags, ...Object.fromEntries([...said, ...typed]), choose }
}

function readLink(from: string): LinkedState {
  if (from.includes('=') || /^https?:\/\//i.test(from)) return readStateLink(from)
  const aboutLinks = ' A state link itself has parts such as dataset=demo&seed=7; put it in quotes.'
  const bytes = readFileOf('--from', from, aboutLinks)
  try {
    return /\.json$/i.test(from) ? readSavedState(from, bytes) : readStateLink(bytes.toString())
  } catch (error) {
    if (!(error instanceof StateLinkError)) throw error
    throw new UsageError(error.message.replace('this state link', `the state link in ${from}`))
  }
}

/** A state as the panel saves it: its animals are read with the other files of animals. */
function readSavedState(path: string, bytes: Buffer): LinkedState {
  const reading = readJsonBytes(bytes)
  const { link, animals } = reading.ok && isObject(reading.value) ? reading.value : {}
  if (typeof link === 'string') return { ...readStateLink(link), ...(animals !== undefined && { dataset: path }) }
  throw new UsageError(
    `Cannot use the state in ${path}: expected an object with link and animals, as the panel saves it.`,
  )
}
