import { faults, scenarios } from '../../../mocks/index.ts'
import { demoOf, demos } from '../../../mocks/world/demos.ts'
import { type LinkedState, StateLinkError, playText, readStateLink } from '../../../mocks/world/state-link.ts'
import { didYouMean, isObject, readJsonBytes } from '../../../spec/index.ts'
import { readFileOf } from '../files.ts'
import { UsageError } from '../shell.ts'
import type { MockFlags } from './mock-command.ts'

/**
 * The flags, with what a state link says where they say nothing. A choice of --choose replaces the one of the
 * link, and a file of --profile replaces all of them.
 * @param from the link, an address that has it, the name of a demo, or the path of a file with a link or a demo
 * @param isTyped whether a flag was given, and has not just its default
 * @throws {StateLinkError} {UsageError} when the link cannot be read; the message names each part that is wrong
 */
export function flagsWithLink(flags: MockFlags, from: string, isTyped: (flag: keyof MockFlags) => boolean): MockFlags {
  const { scenario, profile = {}, count, ...others } = readLink(from)
  const choices = isTyped('profile') ? [] : Object.entries(profile).map(([id, choice]) => `${id}=${choice}`)
  // How many animals goes with which animals.
  const linked = { ...others, count: isTyped('dataset') ? undefined : count, scenario: scenario?.map(playText) }
  const said = Object.entries(linked).filter(([, value]) => value !== undefined)
  const typed = Object.entries(flags).filter(([flag]) => isTyped(flag as keyof MockFlags))
  return { ...flags, ...Object.fromEntries([...said, ...typed]), choose: [...choices, ...(flags.choose ?? [])] }
}

function readLink(from: string): LinkedState & Pick<MockFlags, 'demo'> {
  const names = { scenarios: scenarios.map(({ id }) => id), faults: faults.map(({ id }) => id) }
  if (from.includes('=') || /^https?:\/\//i.test(from) || demoOf(from) !== undefined)
    return { ...readStateLink(from, names), demo: demoOf(from) }
  const aboutLinks = 'A state link itself has parts such as dataset=demo&seed=7; put it in quotes.'
  const bytes = readFileOf('--from', from, ` ${didYouMean(from, Object.keys(demos), aboutLinks)}`)
  try {
    return /\.json$/i.test(from) ? readDemo(from, bytes, names) : readStateLink(bytes.toString(), names)
  } catch (error) {
    if (!(error instanceof StateLinkError)) throw error
    throw new UsageError(error.message.replace('this state link', `the state link in ${from}`))
  }
}

/** A demo as the panel saves it: its animals are read with the other files of animals. */
function readDemo(path: string, bytes: Buffer, names: Parameters<typeof readStateLink>[1]) {
  const reading = readJsonBytes(bytes)
  const { demo, link, animals } = reading.ok && isObject(reading.value) ? reading.value : {}
  if (typeof demo === 'string' && /^[a-z0-9-]{1,59}$/.test(demo) && typeof link === 'string')
    return { ...readStateLink(link, names), ...(animals !== undefined && { dataset: path }), demo }
  throw new UsageError(
    `Cannot use the demo in ${path}: expected an object with demo (its name), link and animals, as the panel saves it.`,
  )
}
