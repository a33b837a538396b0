import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { writeJson } from '../../../spec/json.ts'

/** A part of an OpenAPI file: plain values, every integer a bigint so that no digit is lost. */
export type Node = { readonly [name: string]: Node } | readonly Node[] | string | number | bigint | boolean | null

/** An object of an OpenAPI file. */
export type Members = { readonly [name: string]: Node }

/** Reads the text of an OpenAPI file, keeping integers exact. */
export function readDocument(yaml: string): Members {
  const document: Node = parse(yaml, { intAsBigInt: true })
  return members(document)
}

/** Reads `spec/openapi.yaml`, or another file of that folder. */
export function readSpecFile(name = 'openapi.yaml'): Members {
  return readDocument(readFileSync(new URL(`../../../spec/${name}`, import.meta.url), 'utf8'))
}

/** The value at a path of member names. Throws when something on the way is missing. */
export function at(node: Node | undefined, ...path: readonly string[]): Node {
  let found = node
  for (const name of path) found = members(found)[name]
  if (found === undefined) throw new SpecFileError(`expected ${path.join(' / ')}, found nothing`)
  return found
}

/** The same as `at`, for a value that must be an object. */
export function membersAt(node: Node, ...path: readonly string[]): Members {
  return members(at(node, ...path))
}

/** The same as `at`, for a value that must be a string. */
export function textAt(node: Node, ...path: readonly string[]): string {
  const found = at(node, ...path)
  if (typeof found !== 'string') throw new SpecFileError(`expected a string at ${path.join(' / ')}`)
  return found
}

/** Narrows a value to an object. */
export function members(node: Node | undefined): Members {
  if (typeof node === 'object' && node !== null && !isList(node)) return node
  throw new SpecFileError(`expected an object, found ${writeJson(node ?? null)}`)
}

/** Narrows a value that must be an array. */
export function list(node: Node | undefined): readonly Node[] {
  if (isList(node)) return node
  throw new SpecFileError(`expected an array, found ${writeJson(node ?? null)}`)
}

/** Whether a value is an array; `Array.isArray` alone does not narrow readonly arrays. */
export function isList(node: Node | undefined): node is readonly Node[] {
  return Array.isArray(node)
}

/** Follows `$ref`s within the file to the end. */
export function resolve(root: Members, node: Node | undefined): Members {
  const found = members(node)
  const ref = found['$ref']
  if (typeof ref !== 'string') return found
  if (!ref.startsWith('#/')) throw new SpecFileError(`expected a $ref within the file, found ${ref}`)
  const path = ref
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  return resolve(root, at(root, ...path))
}

/** A description is not what the generators need. */
export class SpecFileError extends Error {
  override readonly name = 'SpecFileError'

  constructor(reason: string) {
    super(`Cannot read the description: ${reason}.`)
  }
}
