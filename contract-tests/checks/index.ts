import type { Seen } from '../exchange/question.ts'
import type { Departure } from '../verdict/verdict.ts'
import type { Check, Terms } from './check.ts'
import { errorShape, jsonBody, mediaType, petShape } from './body.ts'
import { createdAsSent, listLimit, listStatus, sameId, uniqueIds } from './operations.ts'
import { planLimit, rateLimitHeaders, rateLimitValues, retryAfter } from './rate-limit.ts'
import { removed, sunset } from './removal.ts'
import { documentedStatus } from './status.ts'

/**
 * Every check, in the order in which people read a response: status, body, what it says, headers.
 * What counts as broken if the document allows two readings: spec/decisions/0060-what-the-suite-holds-against-a-deployment.md.
 */
export const checks: readonly Check[] = [
  documentedStatus,
  mediaType,
  jsonBody,
  petShape,
  errorShape,
  listLimit,
  listStatus,
  uniqueIds,
  createdAsSent,
  sameId,
  sunset,
  removed,
  rateLimitHeaders,
  rateLimitValues,
  planLimit,
  retryAfter,
]

/** What all checks find in an exchange. */
export function departuresIn(seen: Seen, terms: Terms): readonly Departure[] {
  return checks.flatMap((check) => check.look(seen, terms)?.departures ?? [])
}
