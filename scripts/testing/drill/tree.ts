import { cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stringify } from 'yaml'
import { type Members, list, membersAt, readDocument } from '../../make/spec/document.ts'
import { memberPlaces } from './members/places.ts'
import { places } from './places.ts'

const orders = fileURLToPath(new URL('orders/', import.meta.url))
const members = fileURLToPath(new URL('members/', import.meta.url))

/** Describes the operations on orders in a copy. */
export function describeOrders(folder: string): void {
  const file = join(folder, 'spec/openapi.yaml')
  const [spec, more] = [file, join(orders, 'openapi.yaml')].map((path) => readDocument(readFileSync(path, 'utf8')))
  writeFileSync(file, stringify(withOrders(spec ?? {}, more ?? {})))
}

function withOrders(spec: Members, more: Members): Members {
  const schemas = { ...membersAt(spec, 'components', 'schemas'), ...membersAt(more, 'components', 'schemas') }
  return {
    ...spec,
    paths: { ...membersAt(spec, 'paths'), ...membersAt(more, 'paths') },
    components: { ...membersAt(spec, 'components'), schemas },
  }
}

/**
 * Describes three further members of an animal in a copy, and their clauses.
 * @param isRequired false if an animal needs none of them
 */
export function describeMembers(folder: string, isRequired: boolean): void {
  const file = join(folder, 'spec/openapi.yaml')
  const [spec, more] = [file, join(members, 'openapi.yaml')].map((path) => readDocument(readFileSync(path, 'utf8')))
  writeFileSync(file, stringify(withMembers(spec ?? {}, more ?? {}, isRequired)))
  for (const [path, changes] of Object.entries(memberPlaces(isRequired))) change(join(folder, path), changes)
  // Not a test in this repository: it imports files of the copy.
  cpSync(join(members, 'members-checks.ts'), join(folder, 'scripts/members.test.ts'))
}

function withMembers(spec: Members, more: Members, isRequired: boolean): Members {
  const newPet = membersAt(spec, 'components', 'schemas', 'NewPet')
  const NewPet = {
    ...newPet,
    required: [...list(newPet['required']), ...(isRequired ? list(more['required']) : [])],
    properties: { ...membersAt(newPet, 'properties'), ...membersAt(more, 'properties') },
  }
  const schemas = { ...membersAt(spec, 'components', 'schemas'), NewPet }
  return { ...spec, components: { ...membersAt(spec, 'components'), schemas } }
}

/** Writes by hand what a copy needs for orders: the operations, a server, and what each place does with them. */
export function writeOrders(folder: string): void {
  for (const name of ['mocks', 'contract-tests', 'scripts'])
    cpSync(join(orders, name), join(folder, name), { recursive: true })
  // Not a test in this repository: it imports files of the copy.
  renameSync(join(folder, 'scripts/orders-checks.ts'), join(folder, 'scripts/orders.test.ts'))
  for (const [path, changes] of Object.entries(places)) change(join(folder, path), changes)
}

function change(file: string, changes: readonly (readonly [found: string, instead: string])[]): void {
  writeFileSync(file, changes.reduce(replaceOnce, readFileSync(file, 'utf8')))
}

function replaceOnce(text: string, [found, instead]: readonly [string, string]): string {
  const [before = '', after, ...more] = text.split(found)
  if (after !== undefined && more.length === 0) return before + instead + after
  const times = after === undefined ? 'not' : `${more.length + 1} times`
  throw new Error(`Expected this once in the place that places.ts names, found it ${times}: ${found}`)
}
