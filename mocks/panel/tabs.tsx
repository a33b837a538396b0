import type { ComponentType } from 'preact'
import type { Lists } from '../../spec/made/control-types.ts'
import { Bench } from './bench/bench.tsx'
import { Data } from './data/data.tsx'
import { Interface } from './interface/interface.tsx'
import { Keys } from './keys/keys.tsx'
import { Situation } from './situation/situation.tsx'
import type { IconName } from './ui/icons.tsx'

/** A tab of the head, and what the panel shows below it; its id stands in the address. */
export interface Tab {
  readonly id: IconName
  readonly title: string
  readonly Component: ComponentType
  /** Whether a proxy has it, too: it knows nothing of the state of its deployment. */
  readonly isForProxy?: boolean
}

/** The tabs of a mock or a proxy, in their order. */
export function tabsOf({ deployment }: Pick<Lists, 'deployment'>): readonly Tab[] {
  return deployment === null ? tabs : tabs.filter(({ isForProxy }) => isForProxy)
}

const tabs: readonly Tab[] = [
  { id: 'bench', title: 'Bench', Component: Bench, isForProxy: true },
  { id: 'situation', title: 'Situation', Component: Situation },
  { id: 'data', title: 'Data', Component: Data },
  { id: 'keys', title: 'Keys', Component: Keys },
  { id: 'interface', title: 'Interface', Component: Interface, isForProxy: true },
]
