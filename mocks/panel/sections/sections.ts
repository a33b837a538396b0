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
  /** Where it has something to show. Default: a mock. */
  readonly isOf?: 'proxy' | 'both'
}

/** The sections of a mock or a proxy, in the order of the navigation. */
export function sectionsOf({ deployment }: Pick<Lists, 'deployment'>): readonly Section[] {
  return sections.filter(({ isOf = 'mock' }) => isOf === 'both' || isOf === (deployment === null ? 'mock' : 'proxy'))
}

const sections: readonly Section[] = [
  { id: 'calls', title: 'Calls', Component: CallsSection, isOf: 'both' },
  { id: 'findings', title: 'Findings', Component: Findings, isOf: 'proxy' },
  { id: 'conduct', title: 'Conduct', Component: Conduct, isOf: 'both' },
  { id: 'quotas', title: 'Quotas', Component: Quotas },
  { id: 'animals', title: 'Animals', Component: Animals },
  { id: 'scenarios', title: 'Scenarios', Component: Scenarios },
  { id: 'clock', title: 'Clock', Component: ClockSection },
  { id: 'choices', title: 'Choices', Component: Choices },
  { id: 'sandboxes', title: 'Sandboxes', Component: Sandboxes },
  { id: 'interface', title: 'Interface', Component: InterfaceSection, isOf: 'both' },
]
