import { printable } from '../../spec/index.ts'
import { type Credential, type KeyForms, authorizationWith } from '../exchange/credentials.ts'
import { departuresIn } from '../report/summary.ts'
import type { FindingResult, RunResult, ShownRequest } from '../verdict/result.ts'
import { assertionsFor } from './assertions.ts'
import { told } from '../verdict/sentences.ts'

/** The key in a template literal of JavaScript, which has it in `apiKey`. */
const keyForms: KeyForms = {
  key: '${apiKey}',
  other: "${'contract-test-wrong-key'.padEnd(apiKey.length, 'x')}",
  truncated: String.raw`${'$'}{apiKey.replace(/(^|\D)\d*$/, '')}`,
  otherCase: '${otherCase(apiKey)}',
  renamed: "${apiKey.replace(/[A-Za-z0-9]+[^A-Za-z0-9]*$/, 'contracttest')}",
}

/** Tests for Vitest that send what showed each finding. They fail until it is mended, and need nothing of this kit. */
export function vitestFile(result: RunResult): string {
  const tests = departuresIn(result).map(testOf)
  return `${head(result, tests.join('\n'))}\n${tests.join('\n')}`
}

function head({ baseUrl, startedAt }: RunResult, tests: string): string {
  const parts = [
    `// What was broken at ${comment(baseUrl)} on ${startedAt}. Each test fails until it is mended.`,
    '// The key comes from the environment: API_KEY=… npx vitest run. SERVICE_URL names another address.',
    "import { expect, test } from 'vitest'",
    `
const baseUrl = process.env['SERVICE_URL'] ?? ${string(baseUrl)}
const apiKey = process.env['API_KEY'] ?? ''

async function send(method: string, path: string, authorization: string | undefined, body?: string, mediaType = '') {
  const headers = {
    ...(authorization === undefined ? {} : { Authorization: authorization }),
    ...(mediaType === '' ? {} : { 'Content-Type': mediaType }),
  }
  const init = { method, headers, redirect: 'manual' as const, ...(body === undefined ? {} : { body }) }
  const response = await fetch(baseUrl + path, init)
  const text = await response.text()
  return { path, sent: body ?? '', status: response.status, headers: response.headers, text, json: jsonOf(text) }
}

/** JSON with every digit of a large integer, which needs Node 22 or later; undefined for what is no JSON. */
function jsonOf(text: string): any {
  const exact = (_: string, value: unknown, context?: { source: string }) =>
    Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(context?.source ?? String(value)) : value
  try {
    return JSON.parse(text, exact as never)
  } catch {
    return undefined
  }
}`,
    ...helpersOf(tests),
  ]
  return `${parts.join('\n')}\n`
}

/** The helpers that tests use, and those that these use. */
function helpersOf(tests: string): readonly string[] {
  const used = (code: string): readonly string[] =>
    [...helpers].flatMap(([name, of]) => (code.includes(name) ? [of] : []))
  return [...new Set([...used(tests), ...used(used(tests).join('\n'))])]
}

/** What only some tests use, by its name. */
const helpers: ReadonlyMap<string, string> = new Map([
  [
    'petsIn',
    `
function petsIn(json: any): any[] {
  return Array.isArray(json) ? json : [json]
}`,
  ],
  [
    'isPet',
    `
function isPet(pet: any): boolean {
  return pet instanceof Object && !Array.isArray(pet) && isInt64(pet.id)
}`,
  ],
  [
    'isInt64',
    `
function isInt64(id: unknown): boolean {
  const isInteger = typeof id === 'bigint' || Number.isSafeInteger(id)
  return isInteger && BigInt.asIntN(64, BigInt(id as bigint)) === BigInt(id as bigint)
}`,
  ],
  [
    'errorOf',
    `
function errorOf(status: number) {
  return { code: expect.any(String), message: expect.any(String), status }
}`,
  ],
  [
    'otherCase',
    `
function otherCase(key: string): string {
  return key.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()))
}`,
  ],
])

function testOf(finding: FindingResult): string {
  const { clause, operation, clauseText, requests, sequence } = finding
  const { expected, received } = told(finding)
  const name = string(`${clause} ${operation}: ${clauseText}`)
  const about = [`// expected: ${comment(expected)}`, `// received: ${comment(received)}`]
  const assertions = assertionsFor(finding)
  const [last] = requests.slice(-1)
  // fetch sends no body with GET.
  const isSendable = last !== undefined && !(last.method === 'GET' && last.body !== undefined)
  if (assertions === undefined || !isSendable || sequence.length > 1) {
    const shown = sequence.length > 1 ? sequence : requests.map(({ method, path }) => `${method} ${path}`)
    return [...about, ...shown.map((line) => `// ${comment(line)}`), `test.todo(${name})`, ''].join('\n')
  }
  const lines = [...requests.map((_, at) => sendingLine(requests, at)), ...about, ...assertions]
  return [`test(${name}, async () => {`, ...lines.map((line) => `  ${line}`), '})', ''].join('\n')
}

function sendingLine(requests: readonly ShownRequest[], at: number): string {
  const request = requests[at]
  if (request === undefined) return ''
  const { method, credential, body, mediaType } = request
  const sent = [string(method), pathCode(requests, at), authorizationCode(credential)]
  const more = mediaType === undefined ? [] : [body === undefined ? 'undefined' : string(body), string(mediaType)]
  const name = at === requests.length - 1 ? 'answer' : `added${at}`
  return `const ${name} = await send(${[...sent, ...more].join(', ')})`
}

/** The Authorization header as code, which has the key in `apiKey`. */
export function authorizationCode(credential: Credential): string {
  const text = authorizationWith(credential, keyForms)
  return text === undefined ? 'undefined' : `\`${text}\``
}

/** The path, with the id of an animal that an earlier request of the test has added. */
function pathCode(requests: readonly ShownRequest[], at: number): string {
  const path = requests[at]?.path ?? ''
  const from = requests.slice(0, at).findIndex(({ newId }) => newId !== undefined && path.endsWith(`/${newId}`))
  if (from === -1) return string(path)
  return `${string(path.slice(0, path.lastIndexOf('/') + 1))} + added${from}.json.id`
}

/** A string of JavaScript. What the deployment sent cannot end it, and no character in it is invisible. */
function string(text: string): string {
  if (/^[ -~]*$/.test(text) && !/['\\]/.test(text)) return `'${text}'`
  return JSON.stringify(text).replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function comment(text: string): string {
  return printable(text)
}
