import { readRateLimit } from '../../../contract-tests/client/index.ts'
import { findRoute } from '../../../mocks/call/route.ts'
import type { JournalRecord } from '../../../mocks/entry.ts'
import { defaultSandboxName, refusedIdentity } from '../../../mocks/keys/keys.ts'
import { type PlanName, planNames, plans } from '../../../spec/index.ts'
import type { KeptExchange } from './kept-exchange.ts'

/** Names as the mock writes them, which the rules of conduct look for. */
const ownNames = ['Content-Type', 'Retry-After']

/** An exchange as a journal has it, so that the rules of conduct and the panel take it for one of the mock. */
export function recordOf(exchange: KeptExchange): Omit<JournalRecord, 'number'> {
  const { method, target, sentAtMilliseconds, tookMilliseconds, requestBody, status = 502, body } = exchange
  const [requestHeaders, headers] = [byName(exchange.requestHeaders), byName(exchange.responseHeaders)]
  const { limit = 0, remaining = 0, reset = 0 } = readRateLimit({ headers })
  // The name that stands in the place of the key.
  const key = /^bearer +(\S+)$/i.exec(requestHeaders.get('authorization')?.[0]?.trim() ?? '')?.[1]
  const known = { plan: planOf(limit), standing: 'valid', start: 'full', sandbox: defaultSandboxName } as const
  return {
    atMilliseconds: sentAtMilliseconds,
    realMilliseconds: sentAtMilliseconds,
    tookMilliseconds,
    call: {
      method,
      target,
      headers: Object.fromEntries([...requestHeaders].map(([name, values]) => [name, values.join(', ')])),
      body: requestBody ?? undefined,
      isBodyTooLarge: requestBody === null,
    },
    reply: {
      status,
      headers: Object.fromEntries(
        [...headers].map(([name, values]) => [
          ownNames.find((own) => own.toLowerCase() === name) ?? name,
          values.join(', '),
        ]),
      ),
      body: Buffer.from(body?.text ?? '', body?.encoding).toString(),
      ...(exchange.status === undefined ? { effect: 'reset' as const } : {}),
    },
    route: findRoute(method, target),
    identity: key === undefined || status === 401 ? refusedIdentity('refused') : { isValid: true, key, known },
    sandboxBy: 'key',
    quota: {
      isAllowed: status !== 429,
      isBanned: false,
      window: limit === plans[known.plan].requestsPerDay ? 'day' : 'minute',
      limit,
      remaining,
      resetAtSeconds: reset,
    },
    scenario: undefined,
    example: undefined,
    forced: [],
    fault: undefined,
    isOperated: true,
  }
}

/** The values of each header, by its name in lower case. */
export function byName(headers: KeptExchange['requestHeaders']): ReadonlyMap<string, readonly string[]> {
  const values = Map.groupBy(headers, ([name]) => name.toLowerCase())
  return new Map([...values].map(([name, pairs]) => [name, pairs.map(([, value]) => value)]))
}

/** The plan that has this limit. */
function planOf(limit: number): PlanName {
  const has = (plan: PlanName): boolean => Object.values(plans[plan]).includes(limit)
  return planNames.find(has) ?? 'enterprise'
}
