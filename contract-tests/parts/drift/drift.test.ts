import { expect, test } from 'vitest'
import { type Drift, driftBetween } from './drift.ts'
import { driftText } from './drift-text.ts'
import { readSide } from './side.ts'

function finding(clause: string, operation: string, only = 'list', also: readonly string[] = []) {
  const exchange = {
    number: 1,
    method: 'GET',
    path: '',
    url: '',
    responseHeaders: {},
    responseBody: '',
    tookMilliseconds: 1,
  }
  const facts = { kind: 'list-long', at: { part: 'body' }, expected: { atMost: 1 }, received: { is: 20 } }
  const text = { section: '4.1', clauseText: '', ...facts, curl: 'curl …' }
  return { level: 'broken', clause, also, operation, ...text, foundBy: only, exchange, only, times: 1 }
}

/** The comparison of two reports, given as far as they are not empty. */
function drift(a: object, b: object): Drift {
  const [one, other] = [a, b].map((parts) => {
    const empty = {
      version: 2,
      baseUrl: 'https://staging.example/v1',
      startedAt: '2027-01-01T00:00:00.000Z',
      tookMilliseconds: 1,
      requests: 1,
      mostRequests: 1,
      exitCode: 0,
      animals: [],
      perhapsAdded: [],
      verdicts: [],
      clauses: [],
      options: [],
      findings: [],
      profile: {},
      isConclusive: true,
    }
    return readSide(JSON.stringify({ ...empty, ...parts }))
  })
  return driftBetween(one!, other!)
}

const clause = (id: string, state: string, reason?: string) => ({ id, section: '4.1', text: '', state, reason })
const most = '4.1/limit-most'

test('a clause that only one side breaks is drift, with what was expected and what came, and without commands from a file', () => {
  const found = drift(
    { clauses: [clause(most, 'held')] },
    { clauses: [clause(most, 'broken')], findings: [finding(most, 'listPets')] },
  )
  expect(found.exitCode).toBe(1)
  expect(driftText(found)).toBe(
    [
      '✗ 4.1/limit-most  A keeps it, B breaks it.',
      '  clause    At most limit animals come back.',
      '  B         by listPets',
      '  expected  at most 1 in the list',
      '  received  20 animals',
      '',
      'The same in both: 0 clauses and 0 choices.',
      'Drift: 1 clause and 0 choices.',
      '',
    ].join('\n'),
  )
})

test('a clause that both sides break is no drift if the operation is the same', () => {
  const broken = (...operations: string[]) => ({
    clauses: [clause('7/error-shape', 'broken')],
    findings: operations.map((operation) => finding('5/missing-key', operation, 'keys', ['7/error-shape'])),
  })
  expect(drift(broken('listPets'), broken('listPets')).exitCode).toBe(0)
  const found = drift(broken('listPets'), broken('listPets', 'getPet'))
  expect(found.clauses).toMatchObject([{ a: { findings: [] }, b: { findings: [{ operation: 'getPet' }] } }])
  expect(driftText(found)).toContain('✗ 7/error-shape  A and B both depart from it, but not in the same operations.')
})

test.each([
  ['a choice that both showed', { 'list-order': 'oldest-first' }, { 'list-order': 'newest-first' }, 1],
  ['a choice that only one showed', { head: 'as-get', paging: 'none' }, { paging: 'none' }, 0],
  ['nothing that both showed', { head: 'as-get' }, { paging: 'none' }, 3],
])('%s ends with the right exit code', (_what, a, b, exitCode) => {
  expect(drift({ profile: a }, { profile: b }).exitCode).toBe(exitCode)
})

test.each([
  ['values that differ', '{"createdAt":"2026-01-01","owner":null}', '{"owner":"Kim","createdAt":"x"}', 0],
  ['another name', '{"createdAt":"2026-01-01"}', '{"created":"2026-01-01"}', 1],
  ['no members', '{"createdAt":"2026-01-01"}', 'none', 1],
])('of further members, %s', (_what, a, b, exitCode) => {
  expect(drift({ profile: { 'further-members': a } }, { profile: { 'further-members': b } }).exitCode).toBe(exitCode)
})

test('only error codes that differ are shown', () => {
  const between = (a: string, b: string) => drift({ profile: { 'error-codes': a } }, { profile: { 'error-codes': b } })
  const found = between('not_found/id:E404,unauthorized:E401,invalid_id:X', 'unauthorized:E401,not_found:E4')
  expect(driftText(found)).toContain('✗ error-codes: A not_found/id:E404, B not_found/id:E4\n')
  expect(between('unauthorized:E401', 'documented').choices).toMatchObject([{ b: 'unauthorized:unauthorized' }])
  // What only one side showed is no difference.
  expect(between('not_found:E404,unauthorized:E401', 'unauthorized:E401,invalid_id:').exitCode).toBe(0)
})

test('a clause that only one side was asked for is no difference, whether by its options or by its run', () => {
  const writing = { clauses: [clause('5/missing-key', 'broken')], findings: [finding('5/missing-key', 'createPet')] }
  const held = [clause('5/missing-key', 'held'), clause(most, 'held')]
  const readOnly = drift(
    { ...writing, clauses: [...writing.clauses, clause(most, 'held')], profile: { 'list-order': 'newest-first' } },
    { clauses: held, options: ['read-only'] },
  )
  expect(readOnly).toMatchObject({ exitCode: 0, clauses: [], same: { clauses: 1 } })
  expect(driftText(readOnly)).toContain(
    'Only A could be judged by 5/missing-key.\nOnly A showed its choice: list-order=newest-first\n',
  )
  // What was found beyond the limit, a run that keeps it could not find.
  const findings = [finding('5/missing-key', 'listPets', 'exceed-limit')]
  const deep = { clauses: writing.clauses, findings, options: ['probe-rate-limit'] }
  expect(drift({ clauses: held }, deep)).toMatchObject({
    clauses: [],
    onlyOne: { clauses: [{ judged: 'a' }, { judged: 'b' }] },
  })
  const open = drift(
    { clauses: held },
    { clauses: [clause(most, 'held'), clause('5/missing-key', 'inconclusive', 'No answer showed it.')] },
  )
  expect(open.onlyOne.clauses).toEqual([{ id: '5/missing-key', judged: 'a' }])
})

test('a warning of a strict run counts as what it is elsewhere', () => {
  const of = (state: string, options: readonly string[]) => ({
    options,
    clauses: [clause(most, state)],
    findings: [{ ...finding(most, 'listPets'), level: state }],
  })
  expect(drift(of('broken', ['strict']), of('warning', [])).exitCode).toBe(0)
  expect(drift(of('broken', []), of('warning', [])).exitCode).toBe(1)
})

test('a run that told too little is no "no drift"', () => {
  const side = { clauses: [clause(most, 'held')] }
  const found = drift(side, { ...side, isConclusive: false, gaveUp: 'The deployment does not answer.' })
  expect(found.exitCode).toBe(3)
  expect(driftText(found)).toContain('The run of B told too little: The deployment does not answer.')
})

test('a profile is read with its own choices alone, and what is neither is refused', () => {
  expect(readSide('{"page-cap": 50}').profile).toEqual({ 'page-cap': '50' })
  expect(() => readSide('[]')).toThrow('it is no report of this suite')
  expect(() => readSide('{"clauses": []}')).toThrow("required property 'version'")
  expect(() => drift({ findings: [finding(most, 'dropPets')] }, {})).toThrow(
    'it names the unknown operation "dropPets"',
  )
  expect(() => readSide('{"list-ordre": "x"}')).toThrow('Did you mean "list-order"?')
})
