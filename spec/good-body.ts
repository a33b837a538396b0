import { isObject } from './is-object.ts'
import { readJson } from './json.ts'
import { type OperationExamples, examples } from './made/examples.ts'
import { type Operation, operations } from './made/operations.ts'
import { shapes } from './made/shapes.ts'
import { sampleOf } from './members.ts'
import type { Shape } from './shape.ts'
import type { OperationId } from './names.ts'

/**
 * A body that an operation takes: its first example with each optional member, and the second of the values that this may
 * have. Undefined for an operation without a body.
 */
export function goodBody(id: OperationId): Readonly<Record<string, unknown>> | undefined {
  const { request }: Operation = operations[id]
  const documented: OperationExamples = examples[id]
  const [example] = Object.values(documented['request'] ?? {})
  const reading = readJson(example?.text ?? '')
  if (request === null || !reading.ok || !isObject(reading.value)) return undefined
  const { value } = reading
  const { members }: Shape = shapes[request]
  return Object.fromEntries(
    members.map((member) => {
      const { name, isRequired, values } = member
      return [name, (isRequired ? undefined : values?.[1]) ?? value[name] ?? sampleOf(member)]
    }),
  )
}
