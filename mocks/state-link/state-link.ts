import { formatOf } from '../../fixtures/index.ts'
import { OptionsError } from '../../spec/check-options.ts'
import { shown, thereIsNo } from '../../spec/messages.ts'
import { ProfileError, defaultProfile, givenChoices, ownChoices, silenceIds } from '../../spec/profile.ts'
import { decodePart } from '../call/router.ts'
import { type LinkedState, type SettingName, partName, settingNames, settingTexts } from './setting-texts.ts'
import { SandboxError } from '../world/sandbox-error.ts'
import { usualSettings } from '../world/settings.ts'

/** A link cannot be read. `problems` names each wrong part, and what is allowed. */
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
/** No link that `writeStateLink` makes is longer. */
const mostCharacters = 20_000

/**
 * Writes a state as one short text, such as `dataset=demo&seed=7&scenario=slow:listPets:3&list-order=newest-first`. It
 * fits into the query of a URL as it is, and leaves out defaults: spec/decisions/0042-state-as-a-link.md.
 * @param now the real time, in milliseconds since 1970: a running clock is written as the instant it shows
 */
export function writeStateLink(state: LinkedState, now: number = Date.now()): string {
  const usual: LinkedState = usualSettings
  const parts = settingNames.flatMap((name) => {
    const usualTexts = textsOf(name, usual[name], now)
    return textsOf(name, state[name], now).flatMap((text) =>
      usualTexts.includes(text) ? [] : [[partName(name), text]],
    )
  })
  const choices = Object.entries(ownChoices({ ...defaultProfile, ...state.profile }))
  return [...parts, ...choices].map(([name, text = '']) => `${name}=${escaped(text)}`).join('&')
}

function textsOf<Name extends SettingName>(name: Name, value: LinkedState[Name], now: number): string[] {
  return value === undefined ? [] : [settingTexts[name].write(value, now)].flat()
}

/** Escapes what would end a value or break a URL. People can still read the rest. */
function escaped(value: string): string {
  return encodeURIComponent(value.toWellFormed())
    .replaceAll(/%(?:3A|40|2F|2C)/g, decodeURIComponent)
    .replaceAll("'", '%27')
}

/**
 * Reads a link: parts `NAME=VALUE` in any order, separated by `&` or on lines of their own, or a URL that has them.
 * Ignores parts whose name begins with `x-`.
 * @param datasets those that it may name; if absent, any dataset, and any file of this machine that is no code
 * @param now the real time, in milliseconds since 1970
 * @throws {StateLinkError} naming every wrong part
 */
export function readStateLink(text: string, datasets?: readonly string[], now: number = Date.now()): LinkedState {
  const found: Found = {}
  const problems: string[] = []
  const seen = new Set<string>()
  for (const part of partsOf(text)) {
    const [encodedName = '', ...rest] = part.split('=')
    const name = decodePart(encodedName) ?? part
    const value = rest.length === 0 ? undefined : decodePart(rest.join('='))
    if (name.startsWith('x-')) continue
    if (seen.has(name) && name !== 'scenario') problems.push(`The part ${name} appears twice.`)
    else problems.push(...readPart(found, name, value, { datasets, now }))
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

/** The link in a URL: in its query, its fragment, or a URL of the panel. Any other text is returned as it is. */
function linkIn(text: string): string {
  if (!/^\s*https?:\/\//i.test(text)) return text
  const [, rest = ''] = /^[^?#]*[?#](.*)$/s.exec(text) ?? []
  // Such as #/sandboxes?show=dataset%3Ddemo.
  const isOfPanel = rest.startsWith('/')
  const link = isOfPanel ? new URLSearchParams(rest.replace(/^[^?]*\??/, '')).get('show') : rest
  if (link === null || link.trim() === '') throw new StateLinkError(['The address has no state in it.'])
  return link
}

/** Reads one part into `found`. @returns its problems */
function readPart(
  found: Found,
  name: string,
  text: string | undefined,
  { datasets, now }: { readonly datasets: readonly string[] | undefined; readonly now: number },
): readonly string[] {
  if (!partNames.includes(name)) return [thereIsNo('part', name, partNames, aboutParts)]
  if (text === undefined) return [`The part ${name} has no value that can be read: expected ${name}=VALUE.`]
  const setting = settingNames.find((each) => partName(each) === name)
  try {
    if (setting === undefined) found.profile = { ...found.profile, ...givenChoices({ [name]: text }) }
    else Object.assign(found, { [setting]: readSetting(setting, text, now, found[setting]) })
  } catch (error) {
    if (error instanceof ProfileError) return error.problems
    if (![RangeError, SandboxError, OptionsError].some((kind) => error instanceof kind)) throw error
    return [`The part ${name}=${shown(text).slice(1, -1)} cannot be used. ${(error as Error).message}`]
  }
  if (setting !== 'dataset' || datasets?.includes(text) === true) return []
  return datasets === undefined ? problemsOfFile(text) : [thereIsNo('dataset', text, datasets)]
}

function readSetting<Name extends SettingName>(name: Name, text: string, now: number, before: LinkedState[Name]) {
  return settingTexts[name].read(text, now, before)
}

const partNames: readonly string[] = [...settingNames.map(partName), ...silenceIds]

const aboutParts =
  `Parts: ${settingNames.map(partName).join(', ')}, and each silence by its id. ` +
  'If a newer animal-store wrote this link, use that version.'

/** Links may come from anybody, so a file that a link names must not be code, nor lie on another machine. */
function problemsOfFile(path: string): readonly string[] {
  const rest = 'Leave the part out, and name the animals yourself, such as with --dataset.'
  if (formatOf(path) === 'module') {
    return [`The part dataset names a module, ${shown(path)}, but a link must not run code. ${rest}`]
  }
  if (/\p{Cc}/u.test(path)) return [`The part dataset names an impossible file, ${shown(path)}. ${rest}`]
  // Windows asks \\HOST\SHARE for such a file, with the name and the password of the user.
  return /^[\\/]{2}/.test(path) ? [`The part dataset names a file of another machine, ${shown(path)}. ${rest}`] : []
}
