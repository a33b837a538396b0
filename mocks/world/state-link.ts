import { formatOf } from '../../fixtures/index.ts'
import {
  type Profile,
  ProfileError,
  defaultProfile,
  givenChoices,
  operationIds,
  ownChoices,
  shown,
  silenceIds,
  thereIsNo,
} from '../../spec/index.ts'
import { decodePart } from '../call/router.ts'
import type { FaultId } from '../faults/made/fault-ids.ts'
import { type ClockState, lastInstant } from './clock.ts'
import { demoOf, demos } from './demos.ts'
import { readClock } from './instant.ts'
import type { PlayLimits } from './plays.ts'
import type { ScenarioId } from './scenarios.ts'

export type LinkedPlay = PlayLimits & { readonly scenario: ScenarioId }

/** What a state link says of a mock. What it does not name has its default. `createAnimalStore` takes it as it is. */
export interface LinkedState {
  /** A dataset by its name, or a file by its path. */
  readonly dataset?: string | undefined
  readonly count?: number | undefined
  readonly seed?: number | undefined
  /** What is being played; the first one that applies to a call is the one it meets. */
  readonly scenario?: readonly LinkedPlay[] | undefined
  readonly fault?: FaultId | undefined
  readonly clock?: ClockState | undefined
  readonly profile?: Partial<Profile> | undefined
}

/** The names that a link may use. Those of a kind that is left out are not looked at. */
export interface LinkNames {
  readonly datasets?: readonly string[]
  readonly scenarios?: readonly string[]
  readonly faults?: readonly string[]
}

/** A link cannot be read; `problems` names each part that is wrong, and what is allowed. */
export class StateLinkError extends Error {
  override readonly name = 'StateLinkError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    const more = problems.length - mostShown
    super(
      `Cannot use this state link: ${problems.slice(0, mostShown).join(' ')}${more > 0 ? ` And ${more} more problems.` : ''}`,
    )
    this.problems = problems
  }
}

const mostShown = 5
/** A longer text is no link that was written here. */
const mostCharacters = 20_000

/**
 * Writes a state as one short text, such as `dataset=demo&seed=7&scenario=slow:listPets:3&list-order=newest-first`. It
 * is fit for the query of an address as it is. Choices that are the default are left out:
 * spec/decisions/0042-state-as-a-link.md.
 * @param now what a real clock shows, in milliseconds since 1970: a running clock is written as the instant it shows
 */
export function writeStateLink(state: LinkedState, now: number = Date.now()): string {
  const { dataset, count, seed, scenario = [], fault, clock, profile } = state
  const parts: readonly (readonly [name: string, value: string | number | undefined])[] = [
    ['dataset', dataset],
    ['count', count],
    ['seed', seed],
    ...scenario.map((play) => ['scenario', playText(play)] as const),
    ['fault', fault],
    ['clock', clock && clockText(clock, now)],
    ...Object.entries(ownChoices({ ...defaultProfile, ...profile })),
  ]
  return parts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${escaped(String(value))}`])).join('&')
}

/** Writes a play as {@link readPlay} reads it. */
export function playText({ scenario, operation, calls }: LinkedPlay): string {
  return [scenario, operation, calls].filter((part) => part !== undefined).join(':')
}

function clockText(clock: ClockState, now: number): string | undefined {
  if (clock.mode === 'frozen') return `frozen@${instantText(clock.atMilliseconds)}`
  return clock.offsetMilliseconds === 0 ? undefined : instantText(now + clock.offsetMilliseconds)
}

function instantText(milliseconds: number): string {
  return new Date(Math.min(Math.max(0, milliseconds), lastInstant)).toISOString().replace('.000Z', 'Z')
}

/** Escapes what would end a value, or would not survive an address; a person can still read the rest. */
function escaped(value: string): string {
  return encodeURIComponent(value.toWellFormed())
    .replaceAll(/%(?:3A|40|2F|2C)/g, decodeURIComponent)
    .replaceAll("'", '%27')
}

/**
 * Reads a link: parts `NAME=VALUE` between `&` or in lines of their own, in any order, an address that has them, or the name of a demo. Parts whose name begins with `x-` are for others, and left alone.
 * @param now what a real clock shows, in milliseconds since 1970
 * @throws {StateLinkError} naming every part that is wrong
 */
export function readStateLink(text: string, names: LinkNames = {}, now: number = Date.now()): LinkedState {
  const found: Found = {}
  const problems: string[] = []
  const seen = new Set<string>()
  for (const part of partsOf(text)) {
    const [encodedName = '', ...rest] = part.split('=')
    const name = decodePart(encodedName) ?? part
    const value = rest.length === 0 ? undefined : decodePart(rest.join('='))
    if (name.startsWith('x-')) continue
    if (seen.has(name) && name !== 'scenario') problems.push(`The part ${name} appears twice.`)
    else problems.push(...readPart(found, name, value, { names, now }))
    seen.add(name)
  }
  if (problems.length > 0) throw new StateLinkError(problems)
  return found
}

/** What was read so far. */
type Found = { -readonly [Name in keyof LinkedState]: LinkedState[Name] }

function partsOf(text: string): readonly string[] {
  if (text.length > mostCharacters) {
    throw new StateLinkError([`It has ${text.length} characters, and at most ${mostCharacters} are read.`])
  }
  return linkIn(text)
    .replace(/^\s*[?#]/, '')
    .split(/[&\r\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** The link in an address, be it its query, its fragment, or what the panel's own addresses show; else the text as it is. */
function linkIn(text: string): string {
  if (!/^\s*https?:\/\//i.test(text)) {
    const demo = demoOf(text)
    return demo === undefined ? text : demos[demo].link
  }
  const [, rest = ''] = /^[^?#]*[?#](.*)$/s.exec(text) ?? []
  // Such as #/sandboxes?show=dataset%3Ddemo.
  const isOfPanel = rest.startsWith('/')
  const link = isOfPanel ? new URLSearchParams(rest.replace(/^[^?]*\??/, '')).get('show') : rest
  if (link === null || link.trim() === '') throw new StateLinkError(['The address has no state in it.'])
  return link
}

/** Takes one part in. @returns what is wrong with it */
function readPart(
  found: Found,
  name: string,
  value: string | undefined,
  { names, now }: { readonly names: LinkNames; readonly now: number },
): readonly string[] {
  if (!partNames.includes(name)) return [thereIsNo('part', name, partNames, aboutParts)]
  if (value === undefined) return [`The part ${name} has no value that can be read: expected ${name}=VALUE.`]
  switch (name) {
    case 'dataset':
      found.dataset = value
      return names.datasets === undefined ? outOfReach(value) : unknownName('dataset', value, names.datasets)
    case 'count':
    case 'seed':
      found[name] = wholeNumber(value)
      return found[name] === undefined ? [`The part ${name} must be a whole number, found ${shown(value)}.`] : []
    case 'scenario': {
      const play = readPlay(value)
      if (typeof play === 'string') return [`The part scenario=${shown(value).slice(1, -1)} cannot be played: ${play}`]
      found.scenario = [...(found.scenario ?? []), play]
      return unknownName('scenario', play.scenario, names.scenarios)
    }
    case 'fault':
      // Whether there is such a fault is known to those who have the list.
      found.fault = value as FaultId
      return unknownName('fault', value, names.faults)
    case 'clock':
      found.clock = readClock(value, now)
      return found.clock === undefined ? [`${aboutClock}, found ${shown(value)}.`] : []
    default:
      try {
        found.profile = { ...found.profile, ...givenChoices({ [name]: value }) }
        return []
      } catch (error) {
        if (error instanceof ProfileError) return error.problems
        throw error
      }
  }
}

const partNames: readonly string[] = ['dataset', 'count', 'seed', 'scenario', 'fault', 'clock', ...silenceIds]

const aboutClock =
  'The part clock must be real, an instant from 1970 on with its zone such as 2030-12-05T00:00:00Z, or frozen@INSTANT'

const aboutParts =
  'Parts: dataset, count, seed, scenario, fault, clock, and each silence by its id. If a newer animal-store wrote this ' +
  'link, use that version.'

function unknownName(kind: string, name: string, names: readonly string[] | undefined): readonly string[] {
  return names === undefined || names.includes(name)
    ? []
    : [thereIsNo(kind, name, names, kind === 'fault' ? 'See: animal-store list faults.' : '')]
}

/** What keeps a file from being read for a link, which may be from anybody: that it would run, or be asked of a network. */
function outOfReach(path: string): readonly string[] {
  const rest = 'Leave the part out, and name the animals yourself, such as with --dataset.'
  if (formatOf(path) === 'module') {
    return [`The part dataset names a module, ${shown(path)}, and a link runs no code of anyone. ${rest}`]
  }
  if (/\p{Cc}/u.test(path)) return [`The part dataset names no file that there could be, ${shown(path)}. ${rest}`]
  // Windows asks \\HOST\SHARE for such a file, with the name and the password of the user.
  return /^[\\/]{2}/.test(path) ? [`The part dataset names a file of another machine, ${shown(path)}. ${rest}`] : []
}

function wholeNumber(text: string): number | undefined {
  const value = /^[0-9]{1,16}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(value) ? value : undefined
}

/** Reads `ID`, `ID:OPERATION`, `ID:CALLS` or `ID:OPERATION:CALLS`. @returns the play, or a text that says what is wrong */
export function readPlay(text: string): LinkedPlay | string {
  const [, id = '', operation, calls] = /^([^:]*)(?::([^:0-9][^:]*))?(?::([0-9]{1,15}))?$/.exec(text) ?? []
  if (id === '') return 'expected a scenario, such as slow, slow:listPets, slow:3 or slow:listPets:3.'
  const known = operationIds.find((candidate) => candidate === operation)
  if (operation !== undefined && known === undefined) return thereIsNo('operation', operation, operationIds)
  // Which scenarios there are is known to those who play them.
  return { scenario: id as ScenarioId, operation: known, calls: calls === undefined ? undefined : Number(calls) }
}
