import { randomInt } from 'node:crypto'
import { createClient } from '../client/index.ts'
import { Catalogue } from '../session/catalogue.ts'
import type { CompleteOptions } from '../session/options.ts'
import { Session } from '../session/session.ts'
import type { Deployment } from './test-server.ts'

/** The catalogue of a run that has just begun on a server. Waits take no time. */
export function catalogueOn({ url, apiKey, transport }: Deployment): Catalogue {
  const client = createClient({ baseUrl: url, transport })
  const clock = { now: Date.now, sleep: () => Promise.resolve() }
  const budget = { mostRequests: 60, mostAnimals: 12, maxRunMilliseconds: 10_000 }
  const options = { client, clock, apiKey, draw: randomInt, ...budget }
  const session = new Session({ ...options, todayMilliseconds: 0, onEvent() {} } as unknown as CompleteOptions)
  return new Catalogue(session, undefined)
}
