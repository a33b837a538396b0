import type { ComponentType } from 'preact'
import type { IconName } from '../ui/icons.tsx'
import type { Lists } from '../../../spec/made/control-types.ts'
import { Animals } from './animals/animals.tsx'
import { Choices } from './choices/choices.tsx'
import { ClockSection } from './clock/clock.tsx'
import { Conduct } from './conduct/conduct.tsx'
import { Findings } from './conduct/findings.tsx'
import { InterfaceSection } from './interface/interface.tsx'
import { CallsSection } from './calls/calls.tsx'
import { Quotas } from './quotas/quotas.tsx'
import { Sandboxes } from './sandboxes/sandboxes.tsx'
import { Scenarios } from './scenarios/scenarios.tsx'

/** One page of the panel. */
export interface Section {
  readonly id: IconName
  readonly title: string
  readonly Component: ComponentType
  /** Whether it is for a proxy only, or for both. Default: for a mock only. */
  readonly shownFor?: 'proxy' | 'both'
}

/** The sections of a mock or a proxy, in the order of the navigation. */
export function sectionsOf({ deployment }: Pick<Lists, 'deployment'>): readonly Section[] {
  return sections.filter(
    ({ shownFor = 'mock' }) => shownFor === 'both' || shownFor === (deployment === null ? 'mock' : 'proxy'),
  )
}

const sections: readonly Section[] = [
  { id: 'calls', title: 'Calls', Component: CallsSection, shownFor: 'both' },
  { id: 'findings', title: 'Findings', Component: Findings, shownFor: 'proxy' },
  { id: 'conduct', title: 'Conduct', Component: Conduct, shownFor: 'both' },
  { id: 'quotas', title: 'Quotas', Component: Quotas },
  { id: 'animals', title: 'Animals', Component: Animals },
  { id: 'scenarios', title: 'Scenarios', Component: Scenarios },
  { id: 'clock', title: 'Clock', Component: ClockSection },
  { id: 'choices', title: 'Choices', Component: Choices },
  { id: 'sandboxes', title: 'Sandboxes', Component: Sandboxes },
  { id: 'interface', title: 'Interface', Component: InterfaceSection, shownFor: 'both' },
]
