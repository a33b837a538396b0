import type { OperationId, SilenceId } from '../../../spec/index.ts'
import { type Request, type Seen, type SeenFor, asks } from '../../exchange/question.ts'
import type { Catalogue } from '../../session/catalogue.ts'

/** Sends the requests of a choice. */
export interface Learner {
  readonly catalogue: Catalogue
  readonly ask: (operation: OperationId, request: Request, tried?: string) => Promise<Seen>
  /** Adds a valid animal with other members or in another way; nothing if the run may add no more. */
  readonly add: (members: object, request?: Partial<Request>) => Promise<Seen | undefined>
}

/** A learned choice: what shows it, and how the answers are read. */
export interface Choice {
  /** Sends what shows it and needs no writing. Most choices show in the answers to other probes. */
  readonly ask?: (learner: Learner) => Promise<unknown>
  /** Sends what shows it by writing. */
  readonly write?: (learner: Learner) => Promise<unknown>
  /**
   * The choice that the answers of a run show, `undefined` for none. Those about ids of getPet are left out after its
   * removal; `all` has them.
   */
  readonly read: (
    log: readonly Seen[],
    today: { readonly all: readonly Seen[]; readonly milliseconds: number },
  ) => string | undefined
}

export type Choices = { readonly [Id in SilenceId]?: Choice }

/** Asks for a path. */
export function asking(operation: OperationId, path: string): NonNullable<Choice['ask']> {
  return ({ ask }) => ask(operation, { path })
}

/** The answers to what shows one silence, or to one thing that was tried of it. */
export function about(log: readonly Seen[], silence: SilenceId, tried?: string): readonly SeenFor<'silence'>[] {
  const answers = log.filter((seen) => asks(seen, 'silence')).filter(({ question }) => question.about === silence)
  return tried === undefined ? answers : answers.filter(({ question }) => question.tried === tried)
}
