import { isObject, readJsonBytes } from '../../../spec/index.ts'
import { editKept, editPets } from '../edits.ts'
import { refuseResultIf } from '../refusals.ts'
import type { BrokenServers } from '../variation.ts'
import { type When, on, successOf } from '../when.ts'

const inFilteredList: When = (reply, call) => successOf('listPets')(reply, call) && call.query.has('status')

/** Departures that a careful reader could defend: spec/decisions/0060-what-the-suite-holds-against-a-deployment.md. */
export const debatable: BrokenServers = {
  '4.2/name-as-sent': {
    'name-normalised: Keeps names in Unicode normal form C.': editKept({ name: (name) => name.normalize('NFC') }),
    'name-decomposed: Keeps names in Unicode normal form D.': editKept({ name: (name) => name.normalize('NFD') }),
    'name-trimmed: Keeps names without the blanks around them.': editKept({ name: (name) => name.trim() }),
  },
  '4.2/status-as-sent': {
    'status-not-answered: Answers 201 without the status.': editPets({ status: undefined }, on(201)),
  },
  '4.1/status-filter': {
    'status-left-out-of-filtered-lists: Lists animals of a status without their status.': editPets(
      { status: undefined },
      inFilteredList,
    ),
  },
  '4.2/status-value': {
    'status-null-taken: Adds an animal without a status for a status that is null.': {
      accept(call, usual) {
        const reading = readJsonBytes(call.body)
        if (!reading.ok || !isObject(reading.value) || reading.value['status'] !== null) return usual(call)
        const { status: _, ...newPet } = reading.value
        return usual({ ...call, body: Buffer.from(JSON.stringify(newPet)) })
      },
    },
  },
  '4.2/invalid-error': {
    'unknown-category-422: Answers 422 to an animal of a category that no animal had at the start.': ({ animals }) => {
      const known = new Set(animals.map(({ categoryId }) => categoryId))
      return refuseResultIf('accept', ({ categoryId }) => !known.has(categoryId), 422)
    },
  },
}
