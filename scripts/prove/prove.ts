import { readFileSync, writeFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { type RunResult, checks, probes } from '../../contract-tests/index.ts'
import { type TestServer, servers } from '../../contract-tests/servers/index.ts'
import { runOn } from '../../contract-tests/servers/run-on.ts'
import { faults } from '../../mocks/index.ts'
import { type Clause, clauses, silences } from '../../spec/index.ts'
import { alternatives, pairwiseProfiles } from './choices.ts'
import { type FaultRun, runOnFault } from './faults.ts'
import { knownFaultsText } from './known-faults.ts'
import { departuresIn, departuresOverHttp, inLedger, proveLedger, readLedger } from './ledger.ts'
import { blamedWith, wronglyLearnedWith, datasetsToTry } from './run-on-mock.ts'
import { proveTraffic } from './traffic.ts'

// `npm run prove` runs the suite against every fault of the mock and writes to contract-tests/proof.md which check or probe
// found it. It also runs in full what the tests run in part. With --check it only compares the faults with that file. Both
// fail if a clause has no test. With --ledger it writes what is found of every test server, and with --check compares that.
const isCheck = process.argv.includes('--check')
if (process.argv.includes('--ledger')) {
  const changed = await proveLedger(isCheck)
  for (const line of changed) console.log(line)
  process.exit(isCheck && changed.length > 0 ? 1 : 0)
}

const runs: FaultRun[] = []
for (const { id } of faults) runs.push(await runOnFault(id, true))
const missed = runs.filter(({ isNamed }) => !isNamed)
const taught: { server: TestServer; profile: RunResult['profile'] }[] = []
// Servers that are special in how they send teach the same as the plain one.
for (const server of servers.filter(({ kind, open, start }) => kind === 'conforming' && open !== start)) {
  // In the middle of a minute, so that a window that begins with a call differs from one of the clock.
  const { result } = await runOn(server, { learn: true }, { startsAt: Date.UTC(2026, 10, 22, 12, 0, 25) })
  taught.push({ server, profile: result.profile })
}
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
  '# Every conforming test server, and what it teaches',
  '',
  'What a run with `learn` learns from each, error codes left out: of the plain server all, of the others what is not the same.',
  'A question mark stands for nothing. `agreement.test.ts` holds what is learned against what the servers do.',
  '',
  '| server | what it teaches |',
  '|---|---|',
  ...taught.map(({ server, profile }) => `| ${server.id} | ${taughtBeside(profile)} |`),
  '',
].join('\n')

/** Runs in full what the tests run in part. */
async function playAll(): Promise<readonly string[]> {
  const found = [...(await proveTraffic())]
  const ledger = readLedger()
  // The tests reach most servers within this process, which is faster. The findings must be the same over HTTP.
  for (const server of inLedger.filter(({ kind }) => kind !== 'hostile' && kind !== 'deep')) {
    const inProcess = ledger.find(([id, mode]) => id === server.id && mode === 'run') ?? [server.id, 'run']
    if (!isDeepStrictEqual(await departuresOverHttp(server), departuresIn(inProcess)))
      found.push(`Over HTTP, a run on ${server.id} departs from the ledger. Run: npm run prove -- --ledger`)
  }
  for (const world of datasetsToTry) {
    for (const { id, choice } of alternatives) {
      const blamed = await blamedWith({ ...world, profile: { [id]: choice } })
      found.push(...blamed.map((blame) => `${id}=${choice}: ${blame}`))
    }
    for (const profile of pairwiseProfiles()) {
      const untrue = await wronglyLearnedWith(profile, world)
      if (untrue.length > 0) found.push(`${untrue.join(', ')}, with ${JSON.stringify({ ...world, profile })}`)
    }
  }
  return found
}

function taughtBeside(profile: RunResult['profile']): string {
  const plain = taught[0]?.profile
  const ids = silences.map(({ id }) => id).filter((id) => id !== 'error-codes')
  const told = ids.filter((id) => (profile === plain ? profile[id] !== undefined : profile[id] !== plain?.[id]))
  return told.map((id) => `\`${id}=${profile[id] ?? '?'}\``).join(' ') || 'the same'
}

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

if (!isCheck) problems.push(...(await playAll()))

for (const [path, text] of [
  ['contract-tests/proof.md', table],
  ['contract-tests/run/made/known-faults.ts', await knownFaultsText(runs)],
] as const) {
  const file = new URL(`../../${path}`, import.meta.url)
  if (!isCheck) writeFileSync(file, text)
  else if (readFileSync(file, 'utf8') !== text) problems.push(`${path} is out of date. Run: npm run prove`)
}

console.log(`${runs.length - missed.length} of ${runs.length} faults are found.`)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
