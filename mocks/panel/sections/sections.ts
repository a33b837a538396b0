import type { ComponentType } from 'preact'
import type { IconName } from '../ui/icons.tsx'
import { Animals } from './animals/animals.tsx'
import { Choices } from './choices/choices.tsx'
import { ClockSection } from './clock/clock.tsx'
import { Conduct } from './conduct/conduct.tsx'
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
}

/** Every section, in the order of the navigation. */
export const sections: readonly Section[] = [
  { id: 'calls', title: 'Calls', Component: CallsSection },
  { id: 'conduct', title: 'Conduct', Component: Conduct },
  { id: 'quotas', title: 'Quotas', Component: Quotas },
  { id: 'animals', title: 'Animals', Component: Animals },
  { id: 'scenarios', title: 'Scenarios', Component: Scenarios },
  { id: 'clock', title: 'Clock', Component: ClockSection },
  { id: 'choices', title: 'Choices', Component: Choices },
  { id: 'sandboxes', title: 'Sandboxes', Component: Sandboxes },
  { id: 'interface', title: 'Interface', Component: InterfaceSection },
]
