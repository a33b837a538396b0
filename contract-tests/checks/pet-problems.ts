import { type ClauseId, isInt64, isObject, petStatuses } from '../../spec/index.ts'
import { type Problem, problem } from '../run/verdict.ts'
import { show } from './extract.ts'

const required = ['id', 'name', 'categoryId'] as const

/** Whether a value has so little of a Pet that it is another thing altogether. */
export function isNoPetAtAll(value: unknown): boolean {
  return !isObject(value) || required.every((member) => !Object.hasOwn(value, member))
}

/** Every way in which an object is no Pet (section 2). Further members are allowed. `where` is how people find it. */
export function petProblems(pet: Readonly<Record<string, unknown>>, where: string): readonly Problem[] {
  const { id, name, categoryId, status } = pet
  const problems: Problem[] = []
  const has = (member: string): boolean => Object.hasOwn(pet, member)
  const add = (clause: ClauseId, expected: string, received: string): void =>
    void problems.push(problem(clause, `${where} ${expected}`, received))
  if (!has('id')) add('2/pet-id-present', 'has an id', show(pet))
  else if (!isInt64(id)) add('2/pet-id-int64', 'has an id that is an int64', `id: ${show(id)}`)
  if (!has('name')) add('2/pet-name-present', 'has a name', show(pet))
  else if (typeof name !== 'string') add('2/pet-name-string', 'has a name that is a string', `name: ${show(name)}`)
  if (!has('categoryId')) add('2/pet-category-id-present', 'has a categoryId', show(pet))
  else if (!isInt64(categoryId)) {
    add('2/pet-category-id-int64', 'has a categoryId that is an int64', `categoryId: ${show(categoryId)}`)
  }
  if (has('status') && !petStatuses.some((known) => known === status)) {
    add('2/pet-status-value', `has the status ${petStatuses.join(', ')}, or none`, `status: ${show(status)}`)
  }
  return problems
}
