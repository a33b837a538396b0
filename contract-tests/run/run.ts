import { didYouMean, requireExactJson } from '../../spec/index.ts'
import { type Client, ContractOptionsError, closeAfterAbort, createClient, realClock } from '../client/index.ts'
import { truncateBody } from '../exchange/truncate-body.ts'
import type { Seen } from '../exchange/question.ts'
import { withReadings } from '../judge/readings.ts'
import { probes as coreProbes } from './probes.ts'
import { type Probe, needsMet } from '../probes/probe.ts'
import { mostToExceed } from '../probes/rate-limit.ts'
import { Catalogue } from '../session/catalogue.ts'
import { type ContractOptions, completeOptions } from '../session/options.ts'
import { BudgetSpent, GaveUp } from '../session/sender.ts'
import { Session } from '../session/session.ts'
import { masked } from '../verdict/masked.ts'
import type { RunResult } from '../verdict/result.ts'
import { type Reason, reasonOf } from '../verdict/sentences.ts'
import type { Note, Verdict } from '../verdict/verdict.ts'
import { recognize } from './recognize.ts'
import { resultOf } from './result-of.ts'

/**
 * Runs the suite against a deployment. Whatever the deployment does, there is a result.
 * @param probes all that may run; the options say which do
 * @throws {ContractOptionsError} when the address cannot be one of the service, the key cannot be sent, or a probe is unknown
 * @throws {MissingPackageError} when a probe needs a package that is not installed
 * @throws {InexactJsonError} where JavaScript is too old to keep an int64 exact
 */
export async function runContract(options: ContractOptions, probes: readonly Probe[] = coreProbes): Promise<RunResult> {
  requireExactJson()
  checkKey(options.apiKey)
  const selected = select(options, probes)
  for (const { load } of selected) await load?.()
  const client = createClient(options)
  closeAfterAbort(client, options.signal)
  const watched = options.watch?.(client, options.clock ?? realClock) ?? client
  return runProbes(options, selected, probes, watched).finally(() => client.close())
}

async function runProbes(
  options: ContractOptions,
  selected: readonly Probe[],
  probes: readonly Probe[],
  client: Client,
): Promise<RunResult> {
  const session = new Session(completeOptions(options, client))
  const catalogue = new Catalogue(session, options.category)
  const { mostRequests, isReadOnly, mostAnimals, onEvent, clock } = session.options
  const startedAtMilliseconds = clock.now()
  const more = options.thorough === undefined ? { requests: 0, animals: 0 } : session.options.thorough
  onEvent({
    kind: 'plan',
    mostRequests: mostRequests + more.requests + (options.probeRateLimit === true ? mostToExceed : 0),
    mostAnimals: isReadOnly ? 0 : mostAnimals + more.animals,
  })
  const verdicts: Verdict[] = []
  let gaveUp: Reason | undefined
  const attempt = async (act: () => Promise<unknown>): Promise<Reason | undefined> => {
    if (gaveUp !== undefined) return gaveUp
    try {
      await act()
      return undefined
    } catch (error) {
      if (!(error instanceof GaveUp || error instanceof BudgetSpent)) throw error
      if (error instanceof GaveUp) gaveUp = error.reason
      return error.reason
    }
  }
  for (const probe of selected) {
    session.notes = []
    const spent = await attempt(async () => {
      session.probe = probe.id
      if (probe === selected[0]) await recognize(session, catalogue)
      await probe.run(session, catalogue)
    })
    session.note(...catalogue.judge.takeFindings())
    verdicts.push(probeVerdict(probe, session.notes, spent))
  }
  session.compareQuota()
  verdicts.push(...checkVerdicts(session))
  const read = verdicts.map((verdict) => withReadings(verdict, session.log, options.strict === true))
  return masked(resultOf({ session, options, probes }, read, gaveUp, startedAtMilliseconds), session.options.mask)
}

function probeVerdict(
  { id, title, clauses, isExtra }: Probe,
  notes: readonly Note[],
  cutShort: Reason | undefined,
): Verdict {
  const found = notes.filter((note) => 'seen' in note)
  const findings = found.map((finding) => ({ ...finding, seen: truncateBody(finding.seen) }))
  const broken = findings.map(({ clause }) => clause)
  const held = notes.flatMap((note) => ('held' in note ? note.held.filter((clause) => !broken.includes(clause)) : []))
  const gaps = notes.filter((note) => 'undecided' in note)
  const undecided = gaps.find((note) => note.undecided.some((clause) => !held.includes(clause)))
  // No clause needs an extra one, but what did not run must not look as if it held.
  const why = cutShort ?? (isExtra !== true && undecided !== undefined ? undecided.reason : undefined)
  const reason = why && reasonOf(why)
  const isHeld = reason === undefined || (held.length > 0 && cutShort === undefined)
  const state = findings.length > 0 ? 'broken' : isHeld ? 'held' : 'inconclusive'
  return { id, kind: 'probe', title, clauses, state, reason, findings, held: [...new Set(held)] }
}

function checkVerdicts({ isService, hasBeenLetIn, tallies }: Session): readonly Verdict[] {
  // If every request is refused, the key is wrong, and the 401s say nothing about the deployment.
  const isRefusedKey = ({ question: { credential }, status }: Seen): boolean =>
    !hasBeenLetIn && credential === 'valid' && status === 401
  // If something else answered, its answers say nothing about the service.
  return isService ? tallies.verdicts(({ seen }) => !isRefusedKey(seen)) : []
}

/** The probes of a run: those that are named, or all that its options allow. */
function select(options: ContractOptions, probes: readonly Probe[]): readonly Probe[] {
  const { only } = options
  const ids = probes.map(({ id }) => id)
  const unknown = only?.find((id) => !ids.includes(id))
  if (unknown !== undefined) {
    const hint = didYouMean(unknown, ids, `There are: ${ids.join(', ')}.`)
    throw new ContractOptionsError(`Cannot run "${unknown}" only: there is no such probe. ${hint}`)
  }
  const met = needsMet(options)
  return probes.filter(({ id, needs = [] }) => only?.includes(id) !== false && needs.every((need) => met[need]))
}

/** A key that cannot stand in a header would fail at every request. */
function checkKey(apiKey: string): void {
  if (apiKey === '') throw new ContractOptionsError('Cannot run without an API key: it is empty.')
  if (!/^[\x21-\x7e]+$/.test(apiKey))
    throw new ContractOptionsError(
      'Cannot send this API key: it holds a space or a character beyond ASCII. Was a line end read with it?',
    )
}
