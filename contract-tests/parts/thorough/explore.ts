import fc from 'fast-check'
import type { Catalogue } from '../../session/catalogue.ts'
import { remaining } from '../../probes/remaining.ts'
import type { Session } from '../../session/session.ts'
import { turn } from './random-turns.ts'
import { watchReset } from './watch-reset.ts'
import { type Counterexample, Model } from './model.ts'

/** How many requests may be spent on a shorter sequence for a departure. */
const mostToShrink = 60
const mostDepartures = 10

/** Sends random sequences until their requests are used up. Each departure is shrunk before the search goes on. */
export async function explore(session: Session, catalogue: Catalogue): Promise<void> {
  const model = new Model(catalogue)
  await model.begin()
  const { requests, animals } = session.options.thorough
  session.begin({
    name: 'the random sequences',
    requests,
    animals,
    endsAfterMilliseconds: Math.max(300, requests * 0.6) * 1000,
    // Later doubts are asked about at the end of the sequences, all at once.
    pausesMilliseconds: 12_000,
    beforeReset: () => watchReset(session),
  })
  let departures = 0
  for (let { seed } = session.options.thorough; !model.isOver && departures < mostDepartures; seed++) {
    const before = session.requests
    const departure = await search(model, session, seed)
    if (departure !== undefined) {
      departures++
      model.report(departure)
    }
    // Without this, the loop would not end if no step may be sent.
    if (session.requests === before) break
  }
  await model.lookAgain()
  if (model.ended !== undefined) throw model.ended
  // Judges the quota again, by all answers and one more, which shows whether a count that lags behind follows.
  session.mostRequests = Math.min(session.mostRequests, session.requests + 1)
  await remaining.run(session, catalogue)
}

/** Looks for a departure in the sequences of a seed, and for the shortest sequence that shows it. */
async function search(model: Model, session: Session, seed: number): Promise<Counterexample | undefined> {
  let first: Counterexample | undefined
  let shortest: Counterexample | undefined
  let shrinkUntil = Number.POSITIVE_INFINITY
  const keepsToTheInterface = async (turns: Iterable<fc.AsyncCommand<Model, undefined>>): Promise<boolean> => {
    // fast-check would draw all other sequences, although nothing may be sent any more.
    if (model.isOver || session.requests >= shrinkUntil) throw new fc.PreconditionFailure(true)
    const departure = await model.play(turns)
    if (departure === undefined) return true
    // What may be temporary must show again.
    if (departure.isDoubtful && first === undefined) {
      const again = await model.play(turns)
      if (again?.finding.clause !== departure.finding.clause) return true
    }
    if (first === undefined) {
      first = departure
      model.wanted = departure.finding
      shortest = await model.alone(departure)
      shrinkUntil = session.requests + (shortest === undefined ? mostToShrink : 0)
    }
    if (shortest === undefined || departure.sequence.length <= shortest.sequence.length) shortest = departure
    return false
  }
  const command = turn.map((drawn) => ({
    check: ({ isOver, departure }: Readonly<Model>) => !isOver && departure === undefined,
    run: (playing: Model) => playing.take(drawn),
  }))
  const commands = fc.commands<Model, undefined, false>([command], { maxCommands: 12, size: 'max' })
  await fc.check(fc.asyncProperty(commands, keepsToTheInterface), { seed, numRuns: 500 })
  model.wanted = undefined
  const confirmed = shortest && (await model.confirmed(shortest))
  return confirmed?.finding.clause === first?.finding.clause ? confirmed : first
}
