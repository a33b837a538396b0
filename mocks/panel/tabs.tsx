import type { ComponentType } from 'preact'
import type { Lists } from '../../spec/made/control-types.ts'
import { CallsSection } from './bench/calls.tsx'
import { Conduct } from './bench/conduct.tsx'
import { Findings } from './bench/findings.tsx'
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
  /** Whether it is for a proxy only, or for both. Default: for a mock only. */
  readonly shownFor?: 'proxy' | 'both'
}

/** A tab of the head, with what it shows; the first of its parts has its own id. */
export interface Tab {
  readonly id: IconName
  readonly title: string
  readonly parts: readonly Part[]
}

/** The tabs of a mock or a proxy, in their order. */
export function tabsOf({ deployment }: Pick<Lists, 'deployment'>): readonly Tab[] {
  const kind = deployment === null ? 'mock' : 'proxy'
  return tabs
    .map((tab) => ({
      ...tab,
      parts: tab.parts.filter(({ shownFor = 'mock' }) => shownFor === 'both' || shownFor === kind),
    }))
    .filter(({ parts }) => parts.length > 0)
}

const tabs: readonly Tab[] = [
  {
    id: 'bench',
    title: 'Bench',
    parts: [
      { id: 'bench', title: 'Calls', Component: CallsSection, shownFor: 'both' },
      { id: 'findings', title: 'Findings', Component: Findings, shownFor: 'proxy' },
      { id: 'conduct', title: 'Conduct', Component: Conduct, shownFor: 'both' },
    ],
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
    parts: [{ id: 'interface', title: 'Interface', Component: InterfaceSection, shownFor: 'both' }],
  },
]
