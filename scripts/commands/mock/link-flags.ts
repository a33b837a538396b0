import { demoOf, demos } from '../../../mocks/state-link/demos.ts'
import { type LinkedState, type SettingName, partName } from '../../../mocks/state-link/setting-texts.ts'
import { StateLinkError, readStateLink } from '../../../mocks/state-link/state-link.ts'
import { didYouMean, isObject, readJsonBytes } from '../../../spec/index.ts'
import { readFileOf } from '../files.ts'
import { UsageError } from '../shell.ts'
import type { MockFlags } from './mock-flags.ts'

/**
 * The flags, with what a state link says where they say nothing. A choice of --choose replaces the one of the
 * link, and a file of --profile replaces all of them.
 * @param from the link, an address that has it, the name of a demo, or the path of a file with a link or a demo
 * @param isTyped whether a flag was given, and has not just its default
 * @throws {StateLinkError} {UsageError} when the link cannot be read; the message names each part that is wrong
 */
export function flagsWithLink(flags: MockFlags, from: string, isTyped: (flag: keyof MockFlags) => boolean): MockFlags {
  const { demo, profile, count, ...others } = readLink(from)
  // How many animals goes with which animals.
  const linked = { ...others, ...(isTyped('dataset') ? {} : { count }) }
  const said = Object.entries(linked).map(([name, value]) => [partName(name as SettingName), value])
  const typed = Object.entries(flags).filter(([flag]) => isTyped(flag as keyof MockFlags))
  const choose = { ...(isTyped('profile') ? {} : profile), ...flags.choose }
  return { ...flags, ...Object.fromEntries([...said, ...typed]), choose, demo }
}

function readLink(from: string): LinkedState & Pick<MockFlags, 'demo'> {
  if (from.includes('=') || /^https?:\/\//i.test(from) || demoOf(from) !== undefined)
    return { ...readStateLink(from), demo: demoOf(from) }
  const aboutLinks = 'A state link itself has parts such as dataset=demo&seed=7; put it in quotes.'
  const bytes = readFileOf('--from', from, ` ${didYouMean(from, Object.keys(demos), aboutLinks)}`)
  try {
    return /\.json$/i.test(from) ? readDemo(from, bytes) : readStateLink(bytes.toString())
  } catch (error) {
    if (!(error instanceof StateLinkError)) throw error
    throw new UsageError(error.message.replace('this state link', `the state link in ${from}`))
  }
}

/** A demo as the panel saves it: its animals are read with the other files of animals. */
function readDemo(path: string, bytes: Buffer) {
  const reading = readJsonBytes(bytes)
  const { demo, link, animals } = reading.ok && isObject(reading.value) ? reading.value : {}
  if (typeof demo === 'string' && /^[a-z0-9-]{1,59}$/.test(demo) && typeof link === 'string')
    return { ...readStateLink(link), ...(animals !== undefined && { dataset: path }), demo }
  throw new UsageError(
    `Cannot use the demo in ${path}: expected an object with demo (its name), link and animals, as the panel saves it.`,
  )
}
