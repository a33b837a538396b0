import { headerIn } from '../exchange/question.ts'
import { isToBeRemoved, removalDay, removalState } from '../exchange/removal.ts'
import { problem } from '../verdict/verdict.ts'
import { type Check, settledAtOnce } from './check.ts'

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
    return [problem('9/removal', 'Sunset on 5 December 2030', `Sunset: ${date}`)]
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
    status === 200 ? [problem('9/removal', 'no animal, because getPet is removed', 'status 200')] : [],
}
