import { recorded } from './recorded-reply.ts'
import { type Scenario, type ScenarioId, type ScenarioName, findScenario, scenarios } from './scenarios.ts'

/** A scenario for people to read. */
export interface DescribedScenario extends Omit<Scenario, 'overrides'> {
  readonly id: ScenarioId
  /** The section of the interface that it comes from. */
  readonly section: string
  /** One line. */
  readonly summary: string
}

/** Kept apart from the scenarios, because a page that loads the mock needs no words. */
const words: Readonly<Record<ScenarioId, readonly [summary: string, section?: string]>> = {
  unauthorised: ['every key is refused', '5'],
  'not-found': ['no animal is ever found', '4.3'],
  'bad-request': ['every body is refused', '4.2'],
  'rate-limited': ['no request is left in the minute', '8'],
  'last-request': ['one request is left in the minute, and then none', '8'],
  banned: ['the key is banned for a while: 429', '8'],
  empty: ['the list is empty', '4.1'],
  'after-removal': ['getPet was removed', '9'],
  'full-store': ['no room is left: 507'],
  'server-error': ['the service fails with a 500'],
  unavailable: ['a gateway says that the service is away: 503 with HTML in place of an Error'],
  slow: ['every answer takes three seconds'],
  hold: ['the answer is held back until you release it, as it is or changed'],
  hang: ['no answer ever comes'],
  reset: ['the connection is cut before the answer; offline, as a frontend sees it'],
  'malformed-json': ['the body breaks off in the middle of its JSON'],
  flaky: [
    'of ten calls about two fail with a 500, one is cut and one takes a second; flaky@0.1 lets one of ten go wrong; the seed says which',
  ],
}

/** Every scenario, with a summary. */
export const describedScenarios: readonly DescribedScenario[] = scenarios.map((scenario) => {
  const { overrides: _, ...about }: Scenario & { readonly id: ScenarioId } = scenario
  const [summary, section = 'not in the interface'] = words[about.id]
  return { ...about, section, summary }
})

/** What a scenario does, in one line. */
export function summaryOf(name: ScenarioName | typeof recorded): string {
  const id = findScenario(name)?.id as ScenarioId | undefined
  return id === undefined ? 'the reply to an earlier call comes again' : words[id][0]
}
