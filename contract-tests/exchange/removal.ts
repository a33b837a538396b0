import { type OperationId, operations } from '../../spec/index.ts'
import type { Question } from './question.ts'

export function isToBeRemoved(operation: OperationId): boolean {
  return operations[operation].removalDate !== null
}

/** The day of the removal of an operation: it begins first where it is UTC+14 and ends last where it is UTC-12. */
export function removalDay(operation: OperationId) {
  const { removalDate } = operations[operation]
  const at = (offset: string): number =>
    removalDate === null ? Infinity : Date.parse(`${removalDate}T00:00:00${offset}`)
  return { begins: at('+14:00'), ends: at('-12:00') + 86_400_000 }
}

/** Whether an operation must still work, is removed, or has its day of removal somewhere on earth. */
export function removalState(operation: OperationId, todayMilliseconds: number): 'works' | 'removed' | 'that-day' {
  const { begins, ends } = removalDay(operation)
  if (todayMilliseconds < begins) return 'works'
  return todayMilliseconds < ends ? 'that-day' : 'removed'
}

/** A question as it may be asked today: from the day of its removal on, an operation may answer as it likes. */
export function askedToday(question: Question, todayMilliseconds: number): Question {
  const isOpen = removalState(question.operation, todayMilliseconds) !== 'works'
  return isOpen ? { ...question, expects: [], breaks: [] } : question
}
