import { type ClauseId, petStatuses } from '../../spec/index.ts'
import type { Catalogue } from '../session/catalogue.ts'
import { defaultLimit } from '../checks/operations.ts'
import { petsOf } from '../checks/pets.ts'
import { broken, held, type Note, inconclusive } from '../verdict/verdict.ts'
import type { Probe } from './probe.ts'
import { askList } from '../exchange/questions.ts'
import type { Session } from '../session/session.ts'

const asTwenty: ClauseId = '4.1/limit-default-as-20'

export const list: Probe = {
  id: 'list',
  title: 'lists with a limit of 100, of 1, with none, and of no animals',
  clauses: [asTwenty],
  run: async (session, catalogue) => {
    await askForNone(session, catalogue)
    await session.ask(askList({ limit: 1 }))
    session.note(await compareDefault(session, catalogue))
  },
}

/** Asks for a status that no animal has, if there is one. The answer must be an empty array. */
async function askForNone(session: Session, catalogue: Catalogue): Promise<void> {
  const first = petsOf(await catalogue.first())
  // After a full page, later animals may have the status. Then this is one more list to check.
  if (first === undefined) return
  const missing = petStatuses.find((status) => first.every((pet) => pet.status !== status))
  if (missing !== undefined) await session.ask(askList({ status: missing }))
}

/** A list without a limit is as long as one with limit=20. */
async function compareDefault(session: Session, catalogue: Catalogue): Promise<Note> {
  const plain = await session.ask(askList())
  const all = petsOf(await catalogue.first())
  const found = petsOf(plain)
  if (found === undefined || all === undefined) return inconclusive('no-list', asTwenty)
  if (found.length >= defaultLimit) return held(asTwenty)
  if (all.length <= found.length) return inconclusive({ id: 'too-few-animals', is: all.length }, asTwenty)
  const twenty = await session.ask(askList({ limit: defaultLimit }))
  const wanted = petsOf(twenty)?.length ?? 0
  if (found.length >= wanted) return held(asTwenty)
  const again = await session.askAgain(plain, (seen) => (petsOf(seen)?.length ?? 0) >= wanted)
  const last = petsOf(again)?.length ?? 0
  if (last >= wanted) return held(asTwenty)
  // Page lengths may vary from request to request. A default does not.
  const twentyAgain = petsOf(await session.ask(askList({ limit: defaultLimit })))?.length
  if (last !== found.length || twentyAgain !== wanted) return inconclusive('page-lengths', asTwenty)
  const facts = { expected: { is: wanted, as: twenty.number }, received: { is: last } }
  return broken(again, 'default-length', asTwenty, facts, ['4.1/limit-default'])
}
