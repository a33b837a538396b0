import { headerIn } from '../exchange/question.ts'
import { isToBeRemoved, removalDay, removalState } from '../exchange/removal.ts'
import type { Check } from './check.ts'
import { departure } from '../verdict/verdict.ts'
import { atStatus } from './pets.ts'
import { atHeader } from './rate-limit.ts'

export const sunset: Check = {
  id: 'sunset',
  title: 'a Sunset header of getPet names 5 December 2030',
  clauses: ['9/removal'],
  needs: 'headers',
  look: (seen) => {
    const date = headerIn(seen, 'sunset')
    if (date === undefined || !isToBeRemoved(seen.question.operation)) return undefined
    const milliseconds = Date.parse(date)
    const { begins, ends } = removalDay(seen.question.operation)
    // The interface does not state the form of the date.
    const isThatDay = Number.isNaN(milliseconds) || (milliseconds >= begins && milliseconds <= ends)
    const facts = { at: atHeader('Sunset'), expected: { is: '2030-12-05' }, received: { is: date } }
    return { tests: ['9/removal'], departures: isThatDay ? [] : [departure('sunset', '9/removal', facts)] }
  },
}

export const removed: Check = {
  id: 'get-removed',
  title: 'getPet no longer works after 5 December 2030',
  clauses: ['9/removal'],
  needs: 'status',
  look: ({ question, status }, { todayMilliseconds }) => {
    if (question.credential !== 'valid' || removalState(question.operation, todayMilliseconds) !== 'removed')
      return undefined
    const facts = { at: atStatus, expected: {}, received: { is: status } }
    return { tests: ['9/removal'], departures: status === 200 ? [departure('removed', '9/removal', facts)] : [] }
  },
}
