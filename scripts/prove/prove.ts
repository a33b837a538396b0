import { readFileSync, writeFileSync } from 'node:fs'
import { probes } from '../../contract-tests/all.ts'
import { checks } from '../../contract-tests/index.ts'
import { type Clause, clauses } from '../../spec/index.ts'
import { type FaultRun, faults, runOnFault } from './faults.ts'
import { proveLedger } from './ledger.ts'

// `npm run prove` runs the suite against every fault of the mock and writes to contract-tests/proof.md which check or probe
// found it. With --check it compares the faults with that file. Both fail if a clause has no test. With --ledger it writes
// what is found of every test server, and with --check compares that.
const isCheck = process.argv.includes('--check')
if (process.argv.includes('--ledger')) {
  const changed = await proveLedger(isCheck)
  for (const line of changed) console.log(line)
  process.exit(isCheck && changed.length > 0 ? 1 : 0)
}

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
const problems = [
  ...missed.map(({ fault, clause }) => `The fault ${fault} is not found by a finding that names its clause ${clause}.`),
  ...untested.map(({ id }) => `No check or probe tests the clause ${id}: add it to the clauses of one.`),
]

const file = new URL('../../contract-tests/proof.md', import.meta.url)
if (!isCheck) writeFileSync(file, table)
else if (readFileSync(file, 'utf8') !== table)
  problems.push('contract-tests/proof.md is out of date. Run: npm run prove')

console.log(`${runs.length - missed.length} of ${runs.length} faults are found.`)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
