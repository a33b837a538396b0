import type { ComponentType } from 'preact'
import { Bench } from './bench/bench.tsx'
import { Data } from './data/data.tsx'
import { Interface } from './interface/interface.tsx'
import { Keys } from './keys/keys.tsx'
import type { NamedTab, Panel } from './panel-context.tsx'
import { AnimalsThen, CallsThen } from './report/report.tsx'
import { Situation } from './situation/situation.tsx'

/** A tab of the head, and what the panel shows below it; its id stands in the address. */
export interface Tab extends NamedTab {
  readonly Component: ComponentType
  /** What a report shows in its place; a report has no tab without one. */
  readonly Then?: ComponentType
  /** Whether a proxy has it, too: it knows nothing of the state of its deployment. */
  readonly isForProxy?: boolean
}

/** The tabs of a mock, a proxy or a report, in their order. */
export function tabsOf({ transport, lists: { deployment } }: Pick<Panel, 'transport' | 'lists'>): readonly Tab[] {
  if (transport.report) return tabs.flatMap(({ Then, ...tab }) => (Then ? { ...tab, Component: Then } : []))
  return deployment === null ? tabs : tabs.filter(({ isForProxy }) => isForProxy)
}

const tabs: readonly Tab[] = [
  { id: 'calls', title: 'Calls', also: 'journal bench', Component: Bench, Then: CallsThen, isForProxy: true },
  { id: 'situation', title: 'Situation', also: 'scenarios faults clock time choices held', Component: Situation },
  {
    id: 'data',
    title: 'Data',
    also: 'animals files import seed load dataset demo delete remove',
    Component: Data,
    Then: AnimalsThen,
  },
  { id: 'keys', title: 'Keys', also: 'quotas plans rate limits exhaust refill ban', Component: Keys, Then: Keys },
  {
    id: 'interface',
    title: 'Interface',
    also: 'operations schemas try out docs openapi',
    Component: Interface,
    isForProxy: true,
  },
]
