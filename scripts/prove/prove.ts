import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { checks, probes } from '../../contract-tests/index.ts'
import { faults } from '../../mocks/index.ts'
import { type Clause, clauses } from '../../spec/index.ts'
import { type FaultRun, runOnFault } from './faults.ts'

// `npm run prove` runs the suite against every fault of the mock and writes down which check or probe found it;
// with --check it only checks that what is written there still holds.
const file = fileURLToPath(new URL('../../contract-tests/proof.md', import.meta.url))

const runs: FaultRun[] = []
for (const { id } of faults) runs.push(await runOnFault(id))
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

function testedBy({ id, seen, binds }: Clause): string {
  if (binds === 'client') return 'none: it binds clients'
  if (seen === 'not-from-outside') return 'none: it cannot be seen from outside'
  const about = [...probes, ...checks].filter((value) => value.clauses.some((clause) => clause === id))
  return about.length === 0 ? '**none**' : about.map((value) => value.id).join(', ')
}

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== table)
    throw new Error('contract-tests/proof.md is out of date. Run: npm run prove')
} else {
  writeFileSync(file, table)
}
console.log(`${runs.length - missed.length} of ${runs.length} faults are found.`)
if (missed.length > 0) process.exitCode = 1
