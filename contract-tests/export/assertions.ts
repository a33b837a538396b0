import { type ClauseId, type Member, type Shape, shapes } from '../../spec/index.ts'
import { documentedStatuses } from '../exchange/clauses-of.ts'
import type { Kind } from '../verdict/sentences.ts'
import type { FindingResult } from '../verdict/result.ts'

/**
 * The assertions of Vitest that fail for as long as a finding is there, as code about `answer`; `undefined` if no single answer
 * shows it. The code uses what the file of the tests defines.
 */
export function assertionsFor(finding: FindingResult): readonly string[] | undefined {
  const { clause, kind, at, exchange } = finding
  if (at?.part === 'status') return isBeyond(clause) ? undefined : [statusAssertion(finding)]
  if (isBeyond(clause) && exchange.status === 429) return undefined
  const assertions = byKind[kind]?.(finding)
  return assertions && [...(isBeyond(clause) ? [] : [`expect(answer.status).toBe(${exchange.status})`]), ...assertions]
}

/** Exceeding a limit, or a later day, takes more than the request that shows it. */
function isBeyond(clause: ClauseId): boolean {
  return clause.startsWith('8/') || clause === '9/removal'
}

function statusAssertion({ operation, expected: { oneOf } }: FindingResult): string {
  const [first, ...others] = oneOf ?? documentedStatuses(operation).filter((status) => status < 300)
  return others.length === 0
    ? `expect(answer.status).toBe(${first})`
    : `expect([${[first, ...others].join(', ')}]).toContain(answer.status)`
}

type Assertions = (finding: FindingResult) => readonly string[] | undefined

/** The value of the first header that a finding is about, as code. */
const headerIn = ({ at }: FindingResult): string => `answer.headers.get('${at?.names?.[0]}')`
const error = 'expect(answer.json).toEqual(expect.objectContaining(errorOf(answer.status)))'
const everyPet = (member: string, matcher: string): string =>
  `for (const pet of petsIn(answer.json)) expect(pet${member}).${matcher}`

/** What a member must be, as a matcher. */
function matcherOf(member: Member): string {
  const { type, isRequired, values } = member
  if (values !== null)
    return `toBeOneOf([${[...values.map((value) => `'${value}'`), ...(isRequired ? [] : ['undefined'])].join(', ')}])`
  const tests = testsOf(member)
  if (isRequired && tests.length === 0) return type === 'int64' ? 'toSatisfy(isInt64)' : `toBeTypeOf('${type}')`
  const all = [typeTests[type], ...tests].join(' && ')
  return `toSatisfy((value: any) => ${isRequired ? '' : 'value === undefined || '}${isRequired ? all : `(${all})`})`
}

const typeTests: Readonly<Record<Member['type'], string>> = {
  string: "typeof value === 'string'",
  integer: 'Number.isInteger(Number(value))',
  int64: 'isInt64(value)',
  number: "typeof value === 'number'",
  boolean: "typeof value === 'boolean'",
  strings: "Array.isArray(value) && value.every((one: unknown) => typeof one === 'string')",
}

function testsOf({ minimum, maximum, minLength, maxLength, pattern }: Member): readonly string[] {
  return [
    ...(minimum === undefined ? [] : [`value >= ${minimum}`]),
    ...(maximum === undefined ? [] : [`value <= ${maximum}`]),
    ...(minLength === undefined ? [] : [`[...value].length >= ${minLength}`]),
    ...(maxLength === undefined ? [] : [`[...value].length <= ${maxLength}`]),
    ...(pattern === undefined ? [] : [`new RegExp(${JSON.stringify(pattern)}, 'u').test(value)`]),
  ]
}

/** A member of a Pet or an Error. */
const member: Assertions = ({ at, expected: { kind }, received }) => {
  if (kind === 'Error') return [error]
  const members: readonly Member[] = (shapes.Pet satisfies Shape).members
  const wrong = members.find(({ name }) => name === at?.member)
  if (wrong === undefined) return undefined
  const isMissing = wrong.isRequired && received.is === undefined
  return [isMissing ? everyPet('', `toHaveProperty('${wrong.name}')`) : everyPet(`.${wrong.name}`, matcherOf(wrong))]
}

/** A member of an animal that an earlier request of the test has added. */
const kept: Assertions = ({ at, requests }) => {
  const added = requests.slice(0, -1).findIndex(({ newId }) => newId !== undefined)
  if (added === -1) return undefined
  return [
    `const pet = petsIn(answer.json).find(({ id }) => id === added${added}.json.id)`,
    `expect(pet?.${at?.member}).toEqual(jsonOf(added${added}.sent).${at?.member})`,
  ]
}

const byKind: Readonly<Partial<Record<Kind, Assertions>>> = {
  'headers-missing': () => [
    "for (const name of ['limit', 'remaining', 'reset']) expect(answer.headers.has(`x-ratelimit-${name}`)).toBe(true)",
  ],
  'plan-limit': (finding) => [
    `expect([${finding.expected.oneOf?.map((limit) => `'${limit}'`).join(', ')}]).toContain(${headerIn(finding)})`,
  ],
  'whole-number': (finding) => [`expect(${headerIn(finding)}).toMatch(/^\\d+$/)`],
  timestamp: (finding) => [`expect(${headerIn(finding)}).toMatch(/^[1-9]\\d{9}$/)`],
  'above-limit': () => [
    "expect(Number(answer.headers.get('x-ratelimit-remaining'))).toBeLessThanOrEqual(Number(answer.headers.get('x-ratelimit-limit')))",
  ],
  'media-type': (finding) => [`expect(${headerIn(finding)}).toMatch(/^application\\/json *(;|$)/i)`],
  json: () => ['expect(answer.json, answer.text).toBeDefined()'],
  'no-list': () => ['expect(answer.json).toBeInstanceOf(Array)'],
  'no-object': ({ at, expected: { kind } }) => {
    if (kind === 'Error') return [error]
    return [at?.item === undefined ? 'expect(answer.json).toSatisfy(isPet)' : everyPet('', 'toSatisfy(isPet)')]
  },
  member,
  'error-status': () => [error],
  'list-long': ({ expected: { atMost } }) => [`expect(answer.json.length).toBeLessThanOrEqual(${atMost})`],
  filtered: ({ expected: { is } }) => [everyPet('.status', `toBe('${is}')`)],
  sent: ({ at }) => [`expect(answer.json.${at?.member}).toEqual(jsonOf(answer.sent).${at?.member})`],
  'id-of-client': () => ['expect(answer.json.id).not.toEqual(jsonOf(answer.sent).id)'],
  'same-id': () => ["expect(`${answer.json.id}`).toBe(answer.path.split('/').at(-1))"],
  'as-added': kept,
  'as-known': kept,
  'as-sent': kept,
}
