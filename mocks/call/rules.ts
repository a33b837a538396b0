import { type PlanName, type Profile, ProfileError, plans } from '../../spec/index.ts'
import { type ErrorCode, errorCodes } from './error-codes.ts'
import type { Limits, QuotaTerms } from '../keys/quota.ts'

/** A profile, made ready for the way of a call: choices that hold numbers are read once, not at every call. */
export interface Rules {
  readonly profile: Profile
  readonly quota: QuotaTerms
  readonly limits: Readonly<Record<PlanName, Limits>>
  /** The most animals that a page may hold. */
  readonly pageCap: number
  /** The codes that Errors have instead of this project's own. */
  readonly codes: ReadonlyMap<string, string>
}

/** Reads the choices of a checked profile. @throws {ProfileError} when it maps a code that there is not */
export function rulesOf(profile: Profile): Rules {
  const [minute = 0, day = 0] = profile.enterprise.split('/').map(Number)
  return {
    profile,
    quota: {
      window: profile['rate-window'],
      windowStart: profile['window-start'],
      ban: banOf(profile.ban),
    },
    limits: {
      free: limitsOf('free'),
      pro: limitsOf('pro'),
      business: limitsOf('business'),
      enterprise: { minute, day },
    },
    pageCap: profile['page-cap'] === 'none' ? Number.POSITIVE_INFINITY : Number(profile['page-cap']),
    codes: codesOf(profile['error-codes']),
  }
}

/** The code that an Error has under these rules. */
export function codeUnder(rules: Rules, code: ErrorCode): string {
  return rules.codes.get(code) ?? code
}

function limitsOf(plan: Exclude<PlanName, 'enterprise'>): Limits {
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
  const unknown = codes.filter(([code]) => !Object.hasOwn(errorCodes, code)).map(([code]) => `"${code}"`)
  if (unknown.length === 0) return new Map(codes)
  const known = Object.keys(errorCodes).join(', ')
  throw new ProfileError([
    `The silence "error-codes" maps ${unknown.join(', ')}, which this mock never sends. Codes: ${known}.`,
  ])
}
