import { isObject, readJsonBytes } from '../../../spec/index.ts'
import { editNewPet, editPets, editQuota } from '../edits.ts'
import { type When, on, successOf } from '../reply.ts'
import { refuseResultIf } from '../refusals.ts'
import { type BrokenServers, withAnimals, withSetup } from '../variation.ts'
import { windowed } from '../windowed.ts'

const inFilteredList: When = (reply, call) => successOf('listPets')(reply, call) && call.query.has('status')

/** Departures that a careful reader could defend: spec/decisions/0060-what-the-suite-holds-against-a-deployment.md. */
export const debatable: BrokenServers = {
  '4.2/answers-pet': { 'full-after-four': ({ created }) => refuseResultIf('accept', () => created() >= 4, 507) },
  '4.2/name-as-sent': {
    'name-normalised': editNewPet({ name: (name) => name.normalize('NFC') }),
    'name-trimmed': editNewPet({ name: (name) => name.trim() }),
  },
  '4.2/status-as-sent': { 'status-not-answered': editPets({ status: undefined }, on(201)) },
  '4.1/status-filter': { 'status-left-out-of-filtered-lists': editPets({ status: undefined }, inFilteredList) },
  '4.1/limit-most': {
    'limit-101-honoured': withAnimals(150, undefined, {
      query(call, usual) {
        const limit = call.query.get('limit')
        const within = usual(limit === '101' ? { ...call, query: new URLSearchParams({ limit: '100' }) } : call)
        return limit === '101' && 'limit' in within ? { ...within, limit: 101 } : within
      },
    }),
  },
  '4.2/status-value': {
    'status-null-taken': {
      accept(call, usual) {
        const reading = readJsonBytes(call.body)
        if (!reading.ok || !isObject(reading.value) || reading.value['status'] !== null) return usual(call)
        const { status: _, ...newPet } = reading.value
        return usual({ ...call, body: Buffer.from(JSON.stringify(newPet)) })
      },
    },
  },
  '8/remaining-count': {
    'counts-of-two-machines': windowed({ of: (_call, { random }) => Math.floor(random() * 2) }),
    // Others use the first one as well.
    'counts-of-two-machines-in-turn': windowed({
      of: ({ number }) => number % 2,
      told: (quota, _, { number }) => (number % 2 === 0 ? { ...quota, remaining: quota.remaining - 20 } : quota),
    }),
  },
  '8/limit-of-caller': {
    'plan-upgraded': withSetup(
      { plan: 'business' },
      editQuota((usual, { number }) => {
        const quota = usual()
        return number >= 25 ? quota : { ...quota, limit: 300, remaining: quota.remaining - 700 }
      }),
    ),
  },
  '4.2/invalid-error': {
    'unknown-category-422': ({ animals }) => {
      const known = new Set(animals.map(({ categoryId }) => categoryId))
      return refuseResultIf('accept', ({ categoryId }) => !known.has(categoryId), 422)
    },
    'duplicate-409': ({ animals }) =>
      refuseResultIf('accept', ({ name }) => animals.some((other) => other.name === name), 409),
  },
}
