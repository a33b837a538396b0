import { isObject } from '../../spec/is-object.ts'
import { readJson, writeJson } from '../../spec/json.ts'
import { shapes } from '../../spec/made/shapes.ts'
import { type PlanName, plans } from '../../spec/made/types.ts'
import { ProfileError } from '../../spec/profile.ts'
import type { Profile } from '../../spec/made/choices.ts'
import { type DetailedCode, errorDetails } from './error-codes.ts'
import { errorCodeIds } from './made/error-codes.ts'
import type { ListQuery } from './overrides.ts'
import type { PlanLimits, QuotaTerms } from '../keys/quota.ts'

/** The choices of a profile, parsed once, so that no call parses one again. */
export interface ParsedChoices {
  readonly profile: Profile
  readonly quota: QuotaTerms
  readonly limits: Readonly<Record<PlanName, PlanLimits>>
  readonly pageCap: number
  /** The codes that Errors have instead of this project's own. */
  readonly codes: ReadonlyMap<string, string>
  /** The statuses of other paths, and of other methods on documented ones, and whether a 405 has Allow. */
  readonly undocumented: { readonly path: number; readonly method: number; readonly hasAllow: boolean }
  readonly longestName: number
  /** Further members of each Pet as JSON without braces, in which {id} is the id of the animal; or nothing. */
  readonly furtherMembers: string
  /** Clients send the same few queries, so read ones are kept. */
  readonly queries: Map<string, ListQuery>
}

/** Parses the choices of a valid profile. @throws {ProfileError} when it maps an unknown code, or members are no object */
export function parseChoices(profile: Profile): ParsedChoices {
  const [minute = 0, day = 0] = profile.enterprise.split('/').map(Number)
  const [path = 404, method = path] = profile.undocumented.split('-').map((text) => Number(text) || 404)
  return {
    profile,
    quota: { window: profile['rate-window'], windowStart: profile['window-start'], ban: banOf(profile.ban) },
    limits: {
      free: limitsOf('free'),
      pro: limitsOf('pro'),
      business: limitsOf('business'),
      enterprise: { minute, day },
    },
    pageCap: profile['page-cap'] === 'none' ? Number.POSITIVE_INFINITY : Number(profile['page-cap']),
    codes: codesOf(profile['error-codes']),
    undocumented: { path, method, hasAllow: !profile.undocumented.endsWith('no-allow') },
    longestName: profile['name-check'] === 'strict' ? 100 : Number(/\d+/.exec(profile['name-check'])?.[0] ?? Infinity),
    furtherMembers: furtherMembersOf(profile['further-members']),
    queries: new Map(),
  }
}

/** The code that an Error gets. Of a cause such as `invalid_body/name/missing`, the longest mapped beginning counts. */
export function codeUnder({ codes }: ParsedChoices, code: DetailedCode): string {
  const parts = code.split('/')
  for (let length = parts.length; length > 0; length--) {
    const theirs = codes.get(parts.slice(0, length).join('/'))
    if (theirs !== undefined) return theirs
  }
  return parts[0] ?? code
}

/** The status with which a choice such as `reject`, `reject-422` or `known-422` refuses; `undefined` if it does not. */
export function refusalStatus(choice: string, word = 'reject'): number | undefined {
  if (!choice.startsWith(word)) return undefined
  return Number(choice.slice(word.length + 1)) || 400
}

function limitsOf(plan: Exclude<PlanName, 'enterprise'>): PlanLimits {
  return { minute: plans[plan].requestsPerMinute, day: plans[plan].requestsPerDay }
}

function banOf(choice: string): QuotaTerms['ban'] {
  if (choice === 'never') return undefined
  const [calls = 0, seconds = 0] = choice.split('/').map(Number)
  return { calls, seconds }
}

function codesOf(choice: string): ReadonlyMap<string, string> {
  if (choice === 'documented') return new Map()
  const codes = choice.split(',').map((pair): [string, string] => {
    const colon = pair.indexOf(':')
    return [pair.slice(0, colon), pair.slice(colon + 1)]
  })
  const unknown = codes.filter(([code]) => !isSent(code)).map(([code]) => `"${code}"`)
  if (unknown.length === 0) return new Map(codes)
  const known = errorCodeIds.join(', ')
  throw new ProfileError([
    `The silence "error-codes" maps ${unknown.join(', ')}, which this mock never sends. Codes: ${known}.`,
  ])
}

/** Whether the mock sends this code, alone or with a cause, such as `invalid_body` or `invalid_body/name`. */
function isSent(code: string): boolean {
  const sent: readonly string[] = [...errorCodeIds, ...errorDetails]
  return sent.some((other) => other === code || other.startsWith(`${code}/`))
}

function furtherMembersOf(choice: string): string {
  if (choice === 'none') return ''
  const reading = readJson(choice)
  const members = reading.ok && isObject(reading.value) ? Object.keys(reading.value) : []
  const taken = members.filter((name) => shapes.Pet.members.some((known) => known.name === name))
  if (reading.ok && members.length > 0 && taken.length === 0) return writeJson(reading.value).slice(1, -1)
  throw new ProfileError([
    'The silence "further-members" needs a JSON object of other members than a Pet has, such as {"createdAt":"2026-01-01"}.',
  ])
}
