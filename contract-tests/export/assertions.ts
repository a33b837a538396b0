import {
  type ClauseId,
  type Member,
  type OperationId,
  clauseOfMember,
  clauseOfSentMember,
  flawsOf,
  operations,
  shapes,
} from '../../spec/index.ts'
import { documentedStatuses } from '../exchange/clauses-of.ts'
import type { FindingResult } from '../verdict/result.ts'

/**
 * The assertions of Vitest that fail for as long as a finding is there, as code about `answer`; `undefined` if no single answer
 * shows it. The code uses what the file of the tests defines.
 */
export function assertionsFor(finding: FindingResult): readonly string[] | undefined {
  const { clause, also, operation, expected, received } = finding
  if (received.startsWith('status ')) return isBeyond(clause) ? undefined : [statusAssertion(operation, expected)]
  const header = headerAssertion(finding)
  if (clause.startsWith('8/')) return header === undefined ? undefined : [header]
  const isOfError = also.includes('7/error-shape')
  const assertions = (byClause[clause] ?? ofMembers.get(clause))?.(finding) ?? (isOfError ? error(finding) : undefined)
  return assertions && [`expect(answer.status).toBe(${finding.exchange.status})`, ...assertions]
}

/** Exceeding a limit, or a later day, takes more than the request that shows it. */
function isBeyond(clause: ClauseId): boolean {
  return clause.startsWith('8/') || clause === '9/removal'
}

/** An assertion about the headers of the rate limit (section 8), if one answer shows what is wrong with them. */
function headerAssertion({ expected, exchange: { status } }: FindingResult): string | undefined {
  if (status === 429) return undefined
  if (/^on a \d+ too/.test(expected))
    return "for (const name of ['limit', 'remaining', 'reset']) expect(answer.headers.has(`x-ratelimit-${name}`)).toBe(true)"
  const [, name = '', what = ''] = /^(X-RateLimit-\w+) is (.*)$/.exec(expected) ?? []
  const limits = /^(\d+) or (\d+), as on/.exec(what)
  if (limits !== null) return `expect(['${limits[1]}', '${limits[2]}']).toContain(answer.headers.get('${name}'))`
  if (what === 'a whole number') return `expect(answer.headers.get('${name}')).toMatch(/^\\d+$/)`
  if (what.startsWith('a Unix timestamp')) return `expect(answer.headers.get('${name}')).toMatch(/^[1-9]\\d{9}$/)`
  if (!/^at most \d+ remaining/.test(expected)) return undefined
  return "expect(Number(answer.headers.get('x-ratelimit-remaining'))).toBeLessThanOrEqual(Number(answer.headers.get('x-ratelimit-limit')))"
}

function statusAssertion(operation: OperationId, expected: string): string {
  const stated = /^(?:status )?(\d{3}(?: or \d{3})*)\b/.exec(expected)?.[1]?.split(' or ')
  const [first, ...others] = stated ?? [String(documentedStatuses(operation).find((status) => status < 300))]
  return others.length === 0
    ? `expect(answer.status).toBe(${first})`
    : `expect([${[first, ...others].join(', ')}]).toContain(answer.status)`
}

type Assertions = (finding: FindingResult) => readonly string[] | undefined

const json: Assertions = () => ['expect(answer.json, answer.text).toBeDefined()']
const mediaType: Assertions = () => [
  "expect(answer.headers.get('content-type')).toMatch(/^application\\/json *(;|$)/i)",
]
const error: Assertions = () => ['expect(answer.json).toEqual(expect.objectContaining(errorOf(answer.status)))']
const pet: Assertions = () => ['expect(answer.json).toSatisfy(isPet)']
const everyPet =
  (member: string, matcher: string): Assertions =>
  () => [`for (const pet of petsIn(answer.json)) expect(pet${member}).${matcher}`]
const asSent =
  (member: string): Assertions =>
  () => [`expect(answer.json.${member}).toEqual(jsonOf(answer.sent).${member})`]

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

/** The assertions about each member of a Pet, by the clauses of section 2 and 4.2. */
const ofMembers: ReadonlyMap<ClauseId | undefined, Assertions> = new Map(
  shapes.Pet.members.flatMap((member: Member) => [
    ...flawsOf(member).map(
      (flaw) =>
        [
          clauseOfMember(shapes.Pet, member, flaw),
          flaw === 'missing'
            ? everyPet('', `toHaveProperty('${member.name}')`)
            : everyPet(`.${member.name}`, matcherOf(member)),
        ] as const,
    ),
    [clauseOfSentMember(operations.createPet.section, member, 'changed'), asSent(member.name)] as const,
  ]),
)

/** A member of an animal that an earlier request of the test has added. */
const kept: Assertions = ({ expected, requests }) => {
  const at = requests.slice(0, -1).findIndex(({ newId }) => newId !== undefined)
  const member = /^(\w+): /.exec(expected)?.[1]
  if (at === -1 || !shapes.Pet.members.some(({ name }) => name === member)) return undefined
  return [
    `const pet = petsIn(answer.json).find(({ id }) => id === added${at}.json.id)`,
    `expect(pet?.${member}).toEqual(jsonOf(added${at}.sent).${member})`,
  ]
}

const byClause: Readonly<Partial<Record<ClauseId, Assertions>>> = {
  '1/added-animal-kept': kept,
  '1/response-is-json': json,
  '1/response-media-type': mediaType,
  '7/error-media-type': mediaType,
  '7/error-shape': error,
  '2/error-code': error,
  '2/error-message': error,
  '2/error-status': error,
  '2/error-status-equals': error,
  '5/error-body': error,
  '2/pets-array': () => ['expect(answer.json).toBeInstanceOf(Array)'],
  '2/pet-id-assigned': () => ['expect(answer.json.id).not.toEqual(jsonOf(answer.sent).id)'],
  '2/pets-items': everyPet('', 'toSatisfy(isPet)'),
  '4.1/limit-most': ({ expected }) => [
    `expect(answer.json.length).toBeLessThanOrEqual(${/^at most (\d+)/.exec(expected)?.[1] ?? 100})`,
  ],
  '4.1/limit-default': () => ['expect(answer.json.length).toBeLessThanOrEqual(20)'],
  '4.1/status-filter': ({ requests }) => {
    const status = /\bstatus=(\w+)/.exec(requests.at(-1)?.path ?? '')?.[1] ?? ''
    return [`for (const pet of petsIn(answer.json)) expect(pet.status).toBe('${status}')`]
  },
  '4.2/answers-pet': pet,
  '4.3/answers-pet': pet,
  '4.3/same-animal': kept,
  '4.3/same-id': () => ["expect(`${answer.json.id}`).toBe(answer.path.split('/').at(-1))"],
}
