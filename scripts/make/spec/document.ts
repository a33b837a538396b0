import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** A part of an OpenAPI file: plain values, every integer a bigint so that no digit is lost. */
export type Node = { readonly [name: string]: Node } | readonly Node[] | string | number | bigint | boolean | null

/** An object of an OpenAPI file. */
export type Members = { readonly [name: string]: Node }

/** Reads the text of an OpenAPI file, keeping integers exact. It is linted, so its shape is trusted from here on. */
export function readDocument(yaml: string): Members {
  return parse(yaml, { intAsBigInt: true }) as Members
}

/** Reads `spec/openapi.yaml`, or another file of that folder. */
export function readSpecFile(name = 'openapi.yaml'): Members {
  return readDocument(readFileSync(new URL(`../../../spec/${name}`, import.meta.url), 'utf8'))
}

/** The value at a path of member names. Throws when something on the way is missing. */
export function at(node: Node, ...path: readonly string[]): Node {
  const found = path.reduce<Node | undefined>((parent, name) => (parent as Members | undefined)?.[name], node)
  if (found === undefined) throw new Error(`Cannot read the description: there is no ${path.join(' / ')}.`)
  return found
}

/** The same as `at`, for an object. */
export function membersAt(node: Node, ...path: readonly string[]): Members {
  return at(node, ...path) as Members
}

/** The same as `at`, for a string. */
export function textAt(node: Node, ...path: readonly string[]): string {
  return at(node, ...path) as string
}

/** An array that may be left out. */
export function list(node: Node | undefined): readonly Node[] {
  return (node ?? []) as readonly Node[]
}

/** Whether a value is an array; `Array.isArray` alone does not narrow readonly arrays. */
export function isList(node: Node | undefined): node is readonly Node[] {
  return Array.isArray(node)
}

/** An object that may be left out. */
export function members(node: Node | undefined): Members {
  return (node ?? {}) as Members
}

/** Follows `$ref`s within the file to the end. */
export function resolve(root: Members, node: Node | undefined): Members {
  const found = members(node)
  const ref = found['$ref']
  return typeof ref === 'string' ? resolve(root, at(root, ...ref.slice('#/'.length).split('/'))) : found
}
