import fc from 'fast-check'
import type { Catalogue } from '../session/catalogue.ts'
import { remaining } from '../probes/remaining.ts'
import type { Session } from '../session/session.ts'
import type { ProbeNote } from '../verdict/verdict.ts'
import { turn } from './asking.ts'
import { type Failure, World } from './world.ts'

/** How many requests may go into a shorter sequence that shows the same. */
const mostToShrink = 60
const mostFailures = 10

/** Sends random sequences until their requests are used up. A departure is shrunk, and then others are looked for. */
export async function explore(session: Session, catalogue: Catalogue): Promise<readonly ProbeNote[]> {
  const world = new World(catalogue)
  await world.begin()
  session.extend()
  let failures = 0
  for (let { seed } = session.options.thorough; !world.isOver && failures < mostFailures; seed++) {
    const before = session.requests
    const failure = await search(world, session, seed)
    if (failure !== undefined) {
      failures++
      world.report(failure)
    }
    // Nothing that was drawn may be sent.
    if (session.requests === before) break
  }
  await world.lookAgain()
  if (world.ended !== undefined) throw world.ended
  // The quota has more answers to be judged by now.
  return remaining.run(session, catalogue)
}

/** Looks for a departure among sequences of a seed, and for the shortest sequence that shows it. */
async function search(world: World, session: Session, seed: number): Promise<Failure | undefined> {
  let first: Failure | undefined
  let shortest: Failure | undefined
  let shrinkUntil = Number.POSITIVE_INFINITY
  const keepsToTheInterface = async (turns: Iterable<fc.AsyncCommand<World, undefined>>): Promise<boolean> => {
    if (world.isOver || session.requests >= shrinkUntil) return true
    const failure = await world.play(turns)
    if (failure === undefined) return true
    // What may have passed by now must show again.
    if (failure.mayPass && first === undefined) {
      const again = await world.play(turns)
      if (again?.finding.clause !== failure.finding.clause) return true
    }
    if (first === undefined) {
      first = failure
      world.wanted = failure.finding
      shortest = await world.alone(failure)
      shrinkUntil = session.requests + (shortest === undefined ? mostToShrink : 0)
    }
    if (shortest === undefined || failure.sequence.length <= shortest.sequence.length) shortest = failure
    return false
  }
  const command = turn.map((drawn) => ({
    check: ({ isOver }: Readonly<World>) => !isOver,
    run: (playing: World) => playing.take(drawn),
    toString: () => drawn.steps.map(({ asks }) => asks).join(' and '),
  }))
  const commands = fc.commands<World, undefined, false>([command], { maxCommands: 12, size: 'max' })
  await fc.check(fc.asyncProperty(commands, keepsToTheInterface), { seed, numRuns: 500 })
  world.wanted = undefined
  const confirmed = shortest && (await world.confirmed(shortest))
  return confirmed?.finding.clause === first?.finding.clause ? confirmed : first
}
