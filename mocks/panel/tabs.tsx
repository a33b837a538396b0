import type { ComponentType } from 'preact'
import type { Lists } from '../../spec/made/control-types.ts'
import { Bench } from './bench/bench.tsx'
import { Animals } from './data/animals.tsx'
import { Sandboxes } from './data/sandboxes.tsx'
import { InterfaceSection } from './interface/interface.tsx'
import { Quotas } from './keys/quotas.tsx'
import { Situation } from './situation/situation.tsx'
import type { IconName } from './ui/icons.tsx'

/** What the panel shows below its head; its id stands in the address. */
interface Part {
  readonly id: string
  readonly title: string
  readonly Component: ComponentType
  /** Whether a proxy has it, too: it knows nothing of the state of its deployment. */
  readonly isForProxy?: boolean
}

/** A tab of the head, with what it shows; the first of its parts has its own id. */
export interface Tab {
  readonly id: IconName
  readonly title: string
  readonly parts: readonly Part[]
}

/** The tabs of a mock or a proxy, in their order. */
export function tabsOf({ deployment }: Pick<Lists, 'deployment'>): readonly Tab[] {
  return deployment === null ? tabs : tabs.filter(({ parts }) => parts.some(({ isForProxy }) => isForProxy))
}

const tabs: readonly Tab[] = [
  {
    id: 'bench',
    title: 'Bench',
    parts: [{ id: 'bench', title: 'Bench', Component: Bench, isForProxy: true }],
  },
  {
    id: 'situation',
    title: 'Situation',
    parts: [{ id: 'situation', title: 'Situation', Component: Situation }],
  },
  {
    id: 'data',
    title: 'Data',
    parts: [
      { id: 'data', title: 'Animals', Component: Animals },
      { id: 'sandboxes', title: 'Sandboxes', Component: Sandboxes },
    ],
  },
  { id: 'keys', title: 'Keys', parts: [{ id: 'keys', title: 'Keys', Component: Quotas }] },
  {
    id: 'interface',
    title: 'Interface',
    parts: [{ id: 'interface', title: 'Interface', Component: InterfaceSection, isForProxy: true }],
  },
]
