import { readFileSync, writeFileSync } from 'node:fs'
import {
  type ContractOptions,
  type FindingResult,
  type RunResult,
  checks,
  ofLevel,
  told,
  readingOf,
} from '../../contract-tests/index.ts'
import { probes } from '../../contract-tests/all.ts'
import { type TestServer, servers } from '../../contract-tests/servers/index.ts'
import { type ServerRun, everyTurn, runOn } from '../../contract-tests/servers/run-on.ts'
import { defaultMostAnimals, defaultMostRequests } from '../../contract-tests/session/options.ts'
import { recordRun } from './record-run.ts'
import { judgeRecording } from './traffic.ts'

/** A default run, the recording of that run, a run that only reads, and one with random sequences. */
const modes = ['run', 'traffic', 'read-only', 'thorough'] as const
export type Mode = (typeof modes)[number]

/**
 * What a mode shows of a server beyond what was expected: findings, states of clauses, choices. Of a run, what the plain
 * server shows is expected; of the other modes, what follows from the run: spec/decisions/0264-a-ledger-of-the-suite.md
 */
export type Case = readonly [server: string, mode: Mode, ...facts: readonly string[]]

/** What judges the recording of a run; a part that can be taken out. */
const judges: readonly ((har: string, options: { todayMilliseconds?: number | undefined }) => RunResult)[] = [
  judgeRecording,
]

/** What is special about the others is how they send. */
export const inLedger = servers.filter(({ open, start }) => open !== start)

const ledgerFile = new URL('../../contract-tests/ledger.jsonl', import.meta.url)

export function readLedger(): readonly Case[] {
  const lines = readFileSync(ledgerFile, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Case)
}

/** The cases of a server as they are now, without those that show nothing unexpected. */
export async function casesOf(server: TestServer, asked: readonly Mode[] = modes): Promise<readonly Case[]> {
  const [its, plain] = [await shownBy(server, asked), await shownByPlain(asked)]
  const isPlain = server === servers[0]
  return asked.flatMap((mode): Case[] => {
    const usual = isPlain && mode === 'run' ? nothing : plain.run
    const facts = factsOf(
      its[mode],
      mode === 'run' ? usual : expectedFrom(its.run, usual, isPlain ? usual : plain[mode]),
    )
    return facts.length === 0 ? [] : [[server.id, mode, ...facts]]
  })
}

/** Writes the ledger, or only compares it. @returns how it differs, with the line before and now, and what no check named */
export async function proveLedger(isCheck: boolean): Promise<readonly string[]> {
  const textOf = (cases: readonly Case[]) => cases.map((one) => JSON.stringify(one))
  const before = textOf(readLedger())
  const now: string[] = []
  for (const server of inLedger) now.push(...textOf(await casesOf(server)))
  if (!isCheck) writeFileSync(ledgerFile, `${now.join('\n')}\n`)
  const isIn = new Set(before)
  const stays = new Set(now)
  console.log(`${inLedger.length} servers: ${now.filter((line) => !isIn.has(line)).length} lines are new.`)
  return [
    ...[...unnamed].flatMap(([id, all]) =>
      [...all].map((clause) => `The check ${id} lists ${clause}, and never names it.`),
    ),
    ...before.filter((line) => !stays.has(line)).map((line) => `- ${line}`),
    ...now.filter((line) => !isIn.has(line)).map((line) => `+ ${line}`),
  ]
}

/** A finding of a case. */
interface Found {
  readonly level: string
  readonly clauses: readonly string[]
  readonly operation: string
  /** The check or probe that found it. */
  readonly foundBy: string
  /** Of a warning of a run: how it can be defended. */
  readonly text: string | undefined
}

/** The findings of a case: of a run all, of the other modes those that the run does not show. */
export function foundIn([, , ...facts]: Case): readonly Found[] {
  return facts.flatMap((fact) => {
    const [, level, clauses = '', operation = '', foundBy = '', text] =
      /^(broken|warning|open) ((?:[\d.]+\/[\w-]+ )+)(\w+) by ([\w-]+)(?: from .*|: (.*))$/s.exec(fact) ?? []
    return level === undefined ? [] : [{ level, clauses: clauses.trim().split(' '), operation, foundBy, text }]
  })
}

/** What a case departs from, as in `broken 8/ban`. */
export function departuresIn(one: Case): readonly string[] {
  return foundIn(one).map(({ level, clauses }) => `${level} ${clauses[0]}`)
}

/** The exit code of a run. */
export function exitOf(ofRun: Case): 0 | 1 | 3 {
  if (foundIn(ofRun).some(({ level }) => level === 'broken')) return 1
  return ofRun.some((fact) => /^3: .*\bexit\b/.test(fact)) ? 3 : 0
}

/** What a run over HTTP departs from, in the order of {@link departuresIn}. */
export async function departuresOverHttp(server: TestServer): Promise<readonly string[]> {
  const { result } = await runOn(server, {}, { isOverHttp: true })
  // The ledger has one finding of those that differ only in how they can be defended.
  return [...shownIn(result).findings.keys()].map((key) => key.slice(0, key.lastIndexOf(' ')))
}

/** What a mode shows: findings in words by their level, clause and operation, and by name the states, choices and the rest. */
interface Shown {
  readonly findings: ReadonlyMap<string, string>
  readonly facts: ReadonlyMap<string, string | undefined>
  /** The facts that follow from the findings: the states of their clauses, and the exit code. */
  readonly named: ReadonlyMap<string, string>
}

const mostOfText = 80

const nothing: Shown = { findings: new Map(), facts: new Map(), named: new Map() }

type ByMode = Readonly<Record<Mode, Shown>>

const plainByMode = new Map<string, Promise<ByMode>>()

function shownByPlain(asked: readonly Mode[]): Promise<ByMode> {
  const shown = plainByMode.get(asked.join()) ?? shownBy(servers[0]!, asked)
  plainByMode.set(asked.join(), shown)
  return shown
}

async function shownBy(server: TestServer, asked: readonly Mode[]): Promise<ByMode> {
  // In the middle of a minute, so that a window that begins with a call differs from one of the clock.
  const startsAt = Date.UTC(2026, 10, 22, 12, 0, 25)
  const resultOf = async (options: Partial<ContractOptions>): Promise<RunResult> => {
    const run = await runOn(server, options, { startsAt })
    requireFair(server, run, options)
    noteNamed(run.result)
    return run.result
  }
  let recorded = recordRun()
  let run = await resultOf({ watch: recorded.watch, ...everyTurn[0] })
  for (const turn of everyTurn.slice(1)) {
    if (!isMissed(server, run)) break
    recorded = recordRun()
    run = await resultOf({ watch: recorded.watch, ...turn })
  }
  const todayMilliseconds = server.needs.includes('after-removal') ? Date.UTC(2031, 0, 1) : undefined
  const others = {
    // Nothing is learned from a recording.
    traffic: async () => ({
      ...(judges[0]?.(recorded.har(), { todayMilliseconds }) ?? run),
      profile: run.profile,
    }),
    'read-only': () => resultOf({ readOnly: true }),
    thorough: () => resultOf({ thorough: { seed: 1 } }),
  }
  const shown: Record<Mode, Shown> = { run: shownIn(run), traffic: nothing, 'read-only': nothing, thorough: nothing }
  for (const mode of asked) if (mode !== 'run') shown[mode] = shownIn(await others[mode](), mode === 'thorough')
  return shown
}

/** Whether a run does not find what a server is made to show. */
function isMissed(server: TestServer, { findings }: RunResult): boolean {
  return (
    server.kind === 'broken' &&
    !findings.some(({ level, clause, also }) => level === 'broken' && [clause, ...also].includes(server.clause))
  )
}

/** The clauses that each check lists, and that no run so far named. */
const unnamed = new Map(checks.map(({ id, clauses }) => [id, new Set<string>(clauses)]))

/** Notes which clauses checks named. @throws {Error} if one named a clause that neither it nor a probe lists */
function noteNamed({ verdicts, findings }: RunResult): void {
  for (const { id, clauses } of checks) {
    const held = verdicts.flatMap((verdict) => (verdict.id === id ? verdict.held : []))
    const found = findings.filter(({ foundBy }) => foundBy === id).flatMap(({ clause, also }) => [clause, ...also])
    const listed = [...clauses, ...probes.flatMap((probe) => probe.clauses)]
    for (const named of [...held, ...found]) {
      if (!listed.includes(named)) throw new Error(`The check ${id} names ${named}. Add it to its clauses.`)
      unnamed.get(id)?.delete(named)
    }
  }
}

/** Throws if a run sent or added more than it may, does not tell what it added, or shows the key. */
function requireFair({ id, kind, needs }: TestServer, run: ServerRun, { thorough }: Partial<ContractOptions>): void {
  const { result, arrived, created, left, events, apiKey } = run
  const most = needs.includes('rate-limit') ? Infinity : defaultMostRequests + (thorough === undefined ? 0 : 500)
  const isRemoval = (event: (typeof events)[number]) =>
    event.kind === 'exchange' && event.method === 'DELETE' && event.status === 204
  const named = result.animals.length + result.perhapsAdded.length + events.filter(isRemoval).length
  const text = JSON.stringify(result, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  const wrong = {
    [`${arrived} requests arrived, and it counts ${result.requests}`]: arrived !== result.requests,
    [`it sent ${arrived} requests`]: arrived > most,
    // What was refused may be there all the same: random sequences refuse much.
    [`it added ${created} animals`]: created > defaultMostAnimals && thorough === undefined,
    // Other clients may have added some, and the run may have removed some again.
    [`it names ${named} of the ${created} animals that it added`]:
      kind === 'conforming' && named < Math.min(created, left),
    'its result holds the key': text.includes(apiKey),
  }
  for (const [what, isWrong] of Object.entries(wrong)) if (isWrong) throw new Error(`A run on ${id} is wrong: ${what}.`)
}

/** A state that two findings name is that of the worse one, which comes later. */
function inOrder(result: RunResult): readonly FindingResult[] {
  return (['warning', 'open', 'broken'] as const).flatMap((level) => ofLevel(result, level))
}

/** @param isFindingsAlone random sequences are about those, and decide little else */
function shownIn(result: RunResult, isFindingsAlone = false): Shown {
  const all = inOrder(result)
  const findings = all.map((finding) => {
    const { level, clause, also, operation, foundBy, cause } = finding
    const { expected, received } = told(finding)
    const says = readingOf(finding) ?? `${expected}; ${received}`.slice(0, mostOfText)
    const why = cause === undefined ? `: ${says}` : ` from ${cause.clause} ${cause.operation}`
    const text = `${level} ${[clause, ...also].join(' ')} ${operation} by ${foundBy}${why}`
    return [`${level} ${clause} ${operation}`, text] as const
  })
  if (isFindingsAlone) return { ...nothing, findings: new Map(findings) }
  const named = all.flatMap(({ level, clause, also }) =>
    [clause, ...also].map((id) => [id, level === 'open' ? 'doubtful' : level] as const),
  )
  const { 'error-codes': codes, ...choices } = result.profile
  const facts = [
    ...result.clauses.map(({ id, state, reason }) => {
      return [id, state === 'inconclusive' && reason !== undefined ? `${state} (${reason})` : state] as const
    }),
    ...Object.entries({ ...choices, exit: `${result.exitCode}`, unstable: `${ofLevel(result, 'unstable').length}` }),
    ...(codes?.split(',').map((pair) => pair.split(':')) ?? []).map(
      ([of, code]) => [`code-of-${of}`, code || 'none'] as const,
    ),
  ]
  return {
    findings: new Map(findings),
    facts: new Map(facts),
    named: new Map([...named, ...(all.some(({ level }) => level === 'broken') ? [['exit', '1'] as const] : [])]),
  }
}

/** What follows from a run for another mode: what the plain server shows there or, if that is as in a run, what this run shows. */
function expectedFrom(run: Shown, plainRun: Shown, plain: Shown): Shown {
  if (plain.facts.size === 0) return { ...run, facts: plain.facts }
  const names = [...run.facts.keys(), ...plain.facts.keys()]
  const isSame = (name: string): boolean => !run.named.has(name) && plain.facts.get(name) === plainRun.facts.get(name)
  return { ...run, facts: new Map(names.map((name) => [name, (isSame(name) ? run : plain).facts.get(name)])) }
}

function factsOf(shown: Shown, expected: Shown): readonly string[] {
  const found = [...shown.findings].flatMap(([key, text]) => (expected.findings.has(key) ? [] : [text]))
  const missing = [...expected.findings.keys()].filter((key) => !shown.findings.has(key))
  const changes = [...new Set([...expected.facts.keys(), ...shown.facts.keys()])].flatMap((name) => {
    const [usual = '', is = ''] = [shown.named.get(name) ?? expected.facts.get(name), shown.facts.get(name)]
    return usual === is ? [] : [{ name, change: /^\d/.test(name) ? `${usual} > ${is}` : is || 'not learned' }]
  })
  const grouped = [...Map.groupBy(changes, ({ change }) => change)]
  return [
    ...found,
    ...missing.map((key) => `not ${key}`),
    ...grouped.map(([change, all]) => `${change}: ${all.map(({ name }) => name).join(' ')}`),
  ]
}
