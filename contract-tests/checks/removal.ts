import { headerIn } from '../exchange/question.ts'
import { isToBeRemoved, removalDay, removalState } from '../exchange/removal.ts'
import { type Check, settledAtOnce } from './check.ts'
import { departure } from '../verdict/verdict.ts'
import { atStatus } from './pets.ts'

export const sunset: Check = {
  id: 'sunset',
  title: 'a Sunset header of getPet names 5 December 2030',
  clauses: ['9/removal'],
  needs: 'headers',
  settled: settledAtOnce('The day of the removal is fixed.'),
  appliesTo: (seen) => isToBeRemoved(seen.question.operation) && headerIn(seen, 'sunset') !== undefined,
  run: (seen) => {
    const date = headerIn(seen, 'sunset') ?? ''
    const milliseconds = Date.parse(date)
    const { begins, ends } = removalDay(seen.question.operation)
    // The interface does not state the form of the date.
    if (Number.isNaN(milliseconds) || (milliseconds >= begins && milliseconds <= ends)) return []
    const facts = {
      at: { part: 'header', names: ['Sunset'] },
      expected: { is: '2030-12-05' },
      received: { is: date },
    } as const
    return [departure('sunset', '9/removal', facts)]
  },
}

export const removed: Check = {
  id: 'get-removed',
  title: 'getPet no longer works after 5 December 2030',
  clauses: ['9/removal'],
  needs: 'status',
  settled: settledAtOnce('What works on one request was not removed.'),
  appliesTo: ({ question }, { todayMilliseconds }) =>
    question.credential === 'valid' && removalState(question.operation, todayMilliseconds) === 'removed',
  run: ({ status }) =>
    status === 200 ? [departure('removed', '9/removal', { at: atStatus, expected: {}, received: { is: status } })] : [],
}
