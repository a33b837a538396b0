import { type OperationId, operationIds, operations } from '../../spec/index.ts'
import type { Catalogue } from '../session/catalogue.ts'
import { type WrongCredential, hasCase, isDerived, wrongCredentials } from '../exchange/credentials.ts'
import type { Flaw, Seen } from '../exchange/question.ts'
import type { Probe } from './probe.ts'
import { askList, askUnauthorized, isReading } from '../exchange/questions.ts'
import type { Session } from '../session/session.ts'
import { requestForWrongKey } from './harmless-requests.ts'

/** A request with a wrong key: the operation, the key, and what else is wrong. */
type Refusal = readonly [OperationId, WrongCredential, Flaw?]

const ofAnimals: readonly Refusal[] = [
  ['listPets', 'missing'],
  ['getPet', 'missing', 'unknown'],
  ['createPet', 'wrong'],
  ['listPets', 'truncated'],
  ['getPet', 'suffixed'],
  ['createPet', 'missing', 'invalid'],
  ['listPets', 'bare'],
  ['getPet', 'other-case'],
  ['createPet', 'empty', 'malformed'],
  // A list with limit=1 comes last: `get` follows, and some servers answer it from that list.
  ['listPets', 'basic'],
]

const others = operationIds.filter((id) => ofAnimals.every(([operation]) => operation !== id))

/** The wrong keys of every run, in the order in which they are sent. */
export const firstRefusals: readonly Refusal[] = [...others.map((id): Refusal => [id, 'missing']), ...ofAnimals]

/** All other wrong keys, sent if requests are left: first the kinds that were not tried yet. */
const furtherRefusals: readonly Refusal[] = wrongCredentials
  // Random sequences have it.
  .filter((credential) => credential !== 'other-end')
  .flatMap((credential) => operationIds.map((id): Refusal => [id, credential]))
  .filter(([id, credential]) => firstRefusals.every(([first, tried]) => first !== id || tried !== credential))
  .toSorted(([, one], [, other]) => Number(isTried(one)) - Number(isTried(other)))

function isTried(credential: WrongCredential): boolean {
  return firstRefusals.some(([, tried]) => tried === credential)
}

/** Section 5: without a valid key every request is answered with 401, also if something else is wrong. */
export const keys = probeOf(
  firstRefusals,
  'keys',
  'requests without a valid key are refused with 401, also for unknown animals and invalid bodies',
)

export const moreKeys: Probe = {
  ...probeOf(furtherRefusals, 'more-keys', 'the same for further kinds of keys and operations'),
  isExtra: true,
}

function probeOf(refusals: readonly Refusal[], id: string, title: string): Probe {
  return {
    id,
    title,
    clauses: [],
    run: (session, catalogue) => refuse(session, catalogue, refusals),
  }
}

async function refuse(session: Session, catalogue: Catalogue, refusals: readonly Refusal[]): Promise<void> {
  const { apiKey, isReadOnly } = session.options
  for (const [at, [operation, credential, flaw]] of refusals.entries()) {
    if (isReadOnly && !isReading(operation)) continue
    if (credential === 'other-case' && !hasCase(apiKey)) continue
    if (operations[operation].role === 'create' && session.animalsLeft <= 0) continue
    const turn = refusals.slice(0, at).filter(([before]) => before === operation).length
    const request = await requestForWrongKey(operation, catalogue, flaw, turn)
    const ask: Ask = (shown, tolerates) =>
      session.ask({ ...askUnauthorized(operation, shown, request, flaw), tolerates })
    catalogue.see(await (isDerived(credential) ? askDerived(session, operation, credential, ask) : ask(credential)))
  }
}

type Ask = (credential: WrongCredential, tolerates?: () => boolean) => Promise<Seen>

/** Asks with a key that is like the valid one. Where it may be valid too, a key that is not like it follows. */
async function askDerived(session: Session, operation: OperationId, credential: WrongCredential, ask: Ask) {
  // The end after a dot is often a name that clients choose. What belongs to another name is not touched.
  if (session.options.apiKey.includes('.') && (await mayChooseEnd(session))) return ask('wrong')
  // A request that adds something is sent only when it must be refused.
  const tried = isReading(operation) ? await ask(credential, () => true) : undefined
  if (tried?.status === 401) return tried
  return ask((await mayChooseEnd(session)) ? 'wrong' : credential)
}

/** Whether clients may choose the end of a key: spec/decisions/0103-what-a-run-asks.md. */
export function mayChooseEnd(session: Session): Promise<boolean> {
  return session.once('key with another end', async () => {
    const question = askUnauthorized('listPets', 'renamed', askList({ limit: 1 }))
    return (await session.ask({ ...question, tolerates: () => true })).status === 200
  })
}
