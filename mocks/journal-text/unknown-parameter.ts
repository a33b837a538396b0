import { type Operation, operations } from '../../spec/index.ts'

/** What is wrong with the first parameter of a query that its operation does not have; `undefined` where it has all. */
export function unknownParameter(operation: keyof typeof operations, query: string): string | undefined {
  const { parameters }: Operation = operations[operation]
  const known = Object.entries(parameters).flatMap(([name, { in: place }]) => (place === 'query' ? name : []))
  // A Link header may have given a cursor.
  const name = [...new URLSearchParams(query).keys()].find((one) => ![...known, 'cursor'].includes(one))
  if (name === undefined) return undefined
  return `${operation} has no parameter ${name}: it takes ${known.join(' and ') || 'none in a query'}`
}
