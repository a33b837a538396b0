import fc from 'fast-check'
import type { Catalogue } from '../session/catalogue.ts'
import { remaining } from '../probes/remaining.ts'
import type { Session } from '../session/session.ts'
import type { ProbeNote } from '../verdict/verdict.ts'
import { turn } from './random-steps.ts'
import { watchReset } from './watch-reset.ts'
import { type Failure, Model } from './model.ts'

/** How many requests may be spent on a shorter sequence for a departure. */
const mostToShrink = 60
const mostFailures = 10

/** Sends random sequences until their requests are used up. Each departure is shrunk before the search goes on. */
export async function explore(session: Session, catalogue: Catalogue): Promise<readonly ProbeNote[]> {
  const model = new Model(catalogue)
  await model.begin()
  session.extend()
  session.sender.beforeReset = () => watchReset(session)
  let failures = 0
  for (let { seed } = session.options.thorough; !model.isOver && failures < mostFailures; seed++) {
    const before = session.requests
    const failure = await search(model, session, seed)
    if (failure !== undefined) {
      failures++
      model.report(failure)
    }
    // Without this, the loop would not end if no step may be sent.
    if (session.requests === before) break
  }
  await model.lookAgain()
  if (model.ended !== undefined) throw model.ended
  // Judges the quota again, by all answers.
  return remaining.run(session, catalogue)
}

/** Looks for a departure in the sequences of a seed, and for the shortest sequence that shows it. */
async function search(model: Model, session: Session, seed: number): Promise<Failure | undefined> {
  let first: Failure | undefined
  let shortest: Failure | undefined
  let shrinkUntil = Number.POSITIVE_INFINITY
  const keepsToTheInterface = async (turns: Iterable<fc.AsyncCommand<Model, undefined>>): Promise<boolean> => {
    if (model.isOver || session.requests >= shrinkUntil) return true
    const failure = await model.play(turns)
    if (failure === undefined) return true
    // A departure that may pass must show again.
    if (failure.isUncertain && first === undefined) {
      const again = await model.play(turns)
      if (again?.finding.clause !== failure.finding.clause) return true
    }
    if (first === undefined) {
      first = failure
      model.wanted = failure.finding
      shortest = await model.alone(failure)
      shrinkUntil = session.requests + (shortest === undefined ? mostToShrink : 0)
    }
    if (shortest === undefined || failure.sequence.length <= shortest.sequence.length) shortest = failure
    return false
  }
  const command = turn.map((drawn) => ({
    check: ({ isOver }: Readonly<Model>) => !isOver,
    run: (playing: Model) => playing.take(drawn),
    toString: () => drawn.steps.map(({ asks }) => asks).join(' and '),
  }))
  const commands = fc.commands<Model, undefined, false>([command], { maxCommands: 12, size: 'max' })
  await fc.check(fc.asyncProperty(commands, keepsToTheInterface), { seed, numRuns: 500 })
  model.wanted = undefined
  const confirmed = shortest && (await model.confirmed(shortest))
  return confirmed?.finding.clause === first?.finding.clause ? confirmed : first
}
