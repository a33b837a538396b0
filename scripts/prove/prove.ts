import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { checks, probes } from '../../contract-tests/index.ts'
import { servers } from '../../contract-tests/servers/index.ts'
import { outcomeOf, runOn } from '../../contract-tests/servers/run-on.ts'
import { faults } from '../../mocks/index.ts'
import { type Clause, clauses } from '../../spec/index.ts'
import { type FaultRun, runOnFault } from './faults.ts'
import { proveTraffic } from './traffic.ts'

// `npm run prove` runs the suite against every fault of the mock and writes down which check or probe found it;
// with --check it only checks that what is written there still holds. Both fail where a clause has no fault or no test.
// With --traffic it judges the recorded traffic of such runs instead, and that of every server.
if (process.argv.includes('--traffic')) {
  const wrong = await proveTraffic()
  for (const problem of wrong) console.error(problem)
  process.exit(wrong.length > 0 ? 1 : 0)
}

const file = fileURLToPath(new URL('../../contract-tests/proof.md', import.meta.url))

const runs: FaultRun[] = []
for (const { id } of faults) runs.push(await runOnFault(id, true))
const missed = runs.filter(({ isNamed }) => !isNamed)
const table = [
  '# Every fault of the mock, and what finds it',
  '',
  'Made by `npm run prove`: the suite is run against the mock with each of its faults. A fault is found when a finding names',
  'the clause that it breaks.',
  '',
  `${runs.length - missed.length} of ${runs.length} faults are found.`,
  '',
  '| fault | clause | found by |',
  '|---|---|---|',
  ...runs.map(
    ({ fault, clause, foundBy, isNamed }) =>
      `| ${fault} | ${clause} | ${isNamed ? foundBy.join(', ') : '**not found**'} |`,
  ),
  '',
  '# Every clause of the interface, and what brings it to the test',
  '',
  '| clause | statement | probes and checks |',
  '|---|---|---|',
  ...clauses.map((clause) => `| ${clause.id} | ${clause.text} | ${testedBy(clause)} |`),
  '',
].join('\n')

function testsOf({ id }: Clause): string[] {
  return [...probes, ...checks]
    .filter((value) => value.clauses.some((clause) => clause === id))
    .map((value) => value.id)
}

function testedBy(clause: Clause): string {
  if (clause.binds === 'client') return 'none: it binds clients'
  if (clause.seen === 'not-from-outside') return 'none: it cannot be seen from outside'
  return testsOf(clause).join(', ') || '**none**'
}

const visible = clauses.filter(({ seen, binds }) => seen !== 'not-from-outside' && binds !== 'client')
const untested = visible.filter((clause) => testsOf(clause).length === 0)
const unbroken = visible.filter(({ id }) => !faults.some(({ clause }) => clause === id))
const problems = [
  ...missed.map(({ fault, clause }) => `The fault ${fault} is not found by a finding that names its clause ${clause}.`),
  ...untested.map(
    ({ id }) =>
      `No check or probe tests the clause ${id}: add it to contract-tests/checks/clauses-of.ts or to the clauses of a probe.`,
  ),
  ...unbroken.map(({ id }) => `No fault breaks the clause ${id}: add one in mocks/faults/, then run npm run make.`),
]

// The tests reach most servers within their process, which is faster. What a run finds must not depend on it.
const reached = servers.filter(({ kind }) => kind !== 'hostile' && kind !== 'deep')
for (const server of reached) {
  const [overHttp, inProcess] = [await runOn(server, {}, { isOverHttp: true }), await runOn(server)].map(outcomeOf)
  if (!isDeepStrictEqual(overHttp, inProcess))
    problems.push(`A run on ${server.id} finds something else over HTTP than in this process.`)
}

if (!process.argv.includes('--check')) writeFileSync(file, table)
else if (readFileSync(file, 'utf8') !== table)
  problems.push('contract-tests/proof.md is out of date. Run: npm run prove')

console.log(`${runs.length - missed.length} of ${runs.length} faults are found.`)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
