import { type OperationId, operations } from '../../spec/index.ts'
import type { Question } from './question.ts'

export function isToBeRemoved(operation: OperationId): boolean {
  return operations[operation].removalDate !== null
}

/** The day of removal anywhere on earth: it begins in UTC+14 and ends in UTC-12. */
export function removalDay(operation: OperationId) {
  const { removalDate } = operations[operation]
  const at = (offset: string): number =>
    removalDate === null ? Infinity : Date.parse(`${removalDate}T00:00:00${offset}`)
  return { begins: at('+14:00'), ends: at('-12:00') + 86_400_000 }
}

/** Whether an operation must still work, is removed, or is removed today somewhere on earth. */
export function removalState(operation: OperationId, todayMilliseconds: number): 'works' | 'removed' | 'that-day' {
  const { begins, ends } = removalDay(operation)
  if (todayMilliseconds < begins) return 'works'
  return todayMilliseconds < ends ? 'that-day' : 'removed'
}

/** The question for today. From its day of removal on, any answer of an operation is right. */
export function askedToday(question: Question, todayMilliseconds: number): Question {
  const isOpen = removalState(question.operation, todayMilliseconds) !== 'works'
  return isOpen ? { ...question, expects: [], breaks: [] } : question
}
