import { isDeepStrictEqual } from 'node:util'
import { servers } from '../../contract-tests/servers/index.ts'
import { type FaultRun, runOnFault } from './faults.ts'
import { type Case, type Mode, foundIn, readLedger } from './ledger.ts'

type Found = readonly [clause: string, operation: string, foundBy: string]

/** What shows a fault: the findings of runs, without those that follow from others, and those of a read-only run. */
interface Known {
  readonly fault: string
  readonly found: readonly Found[]
  readonly readOnly: readonly Found[]
}

const head = `// Made by \`npm run prove\`. Do not change it by hand.
import type { ClauseId, OperationId } from '../../../spec/index.ts'

/** Known faults that are found alike: by a check or probe, at an operation, as a departure from a clause. */
export const knownFaults: readonly {
  readonly found: readonly (readonly [clause: ClauseId, operation: OperationId, foundBy: string])[]
  /** Whether a run that only reads finds nothing. */
  readonly needsWriting: boolean
  readonly faults: readonly string[]
}[] = [
`

/** The faults of the mock, and the broken test servers in the ledger, with what finds them, as TypeScript. */
export async function knownFaultsText(runs: readonly FaultRun[]): Promise<string> {
  const known: Known[] = []
  for (const { fault, result } of runs) {
    const { result: readOnly } = await runOnFault(fault, false, { readOnly: true })
    const found = result.findings.filter(({ cause }) => cause === undefined).map(factsOf)
    known.push({ fault, found, readOnly: readOnly.findings.map(factsOf) })
  }
  const ledger = Map.groupBy(readLedger(), ([id]) => id)
  const broken = servers.filter(
    ({ id, kind }) => (kind === 'broken' || kind === 'deep') && runs.every(({ fault }) => fault !== id),
  )
  known.push(...broken.map(({ id }) => inLedger(id, ledger.get(id) ?? [])))
  const alike = Map.groupBy(
    known.filter(({ found }) => found.length > 0),
    ({ found, readOnly }) => JSON.stringify([unique([...found, ...readOnly]), readOnly.length === 0]),
  )
  const lines = [...alike].map(([how, all]) => {
    const [found, needsWriting] = JSON.parse(how)
    const faults = all.map(({ fault }) => fault)
    return `  { found: ${JSON.stringify(found)}, needsWriting: ${needsWriting}, faults: ${JSON.stringify(faults)} },`
  })
  return `${head}${lines.join('\n')}\n]\n`
}

/** A read-only run shows what a run shows, but for what its line of the ledger says. */
function inLedger(fault: string, cases: readonly Case[]): Known {
  const of = (mode: Mode): Case => cases.find(([, is]) => is === mode) ?? [fault, mode]
  const [run, readOnly] = [foundIn(of('run')), of('read-only')]
  const stays = run.filter(
    ({ level, clauses, operation }) => !readOnly.includes(`not ${level} ${clauses[0]} ${operation}`),
  )
  return {
    fault,
    found: [...run.filter(({ text }) => text !== undefined), ...foundIn(of('thorough'))].map(factsOf),
    readOnly: [...stays, ...foundIn(readOnly)].map(factsOf),
  }
}

function factsOf(one: { clause?: string; clauses?: readonly string[]; operation: string; foundBy: string }): Found {
  return [one.clause ?? one.clauses?.[0] ?? '', one.operation, one.foundBy]
}

function unique(all: readonly Found[]): readonly Found[] {
  return all.filter((one, at) => all.findIndex((other) => isDeepStrictEqual(one, other)) === at)
}
