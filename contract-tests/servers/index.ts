/** Deployments that the contract suite is proved with, written from the interface and not from the mock. Tests only. */
import { brokenCreations } from './broken/creations.ts'
import { brokenKeys } from './broken/keys.ts'
import { brokenLists } from './broken/lists.ts'
import { brokenLookups } from './broken/lookups.ts'
import { brokenQuotas } from './broken/quotas.ts'
import { brokenShapes } from './broken/shapes.ts'
import { conformingAnimals } from './conforming/animals.ts'
import { conformingLists } from './conforming/lists.ts'
import { conformingQuotas } from './conforming/quotas.ts'
import { conformingTransport } from './conforming/transport.ts'
import { hostile } from './hostile/hostile.ts'
import { type Variation, startDeployment } from './listen.ts'
import type { StartOptions, TestServer } from './test-server.ts'

export type { Deployment, TestServer } from './test-server.ts'

const plain: Variation = { id: 'plain', summary: 'Does the plainest thing everywhere.' }

const conforming = [plain, ...conformingLists, ...conformingAnimals, ...conformingQuotas, ...conformingTransport]
const broken = [...brokenShapes, ...brokenLists, ...brokenCreations, ...brokenLookups, ...brokenKeys, ...brokenQuotas]

/** Every test server: the plain one first, then those that conform in unusual ways, the broken and the hostile ones. */
export const servers: readonly TestServer[] = [
  ...conforming.map((variation) => ({ kind: 'conforming' as const, ...described(variation) })),
  ...broken.map((variation) => ({
    kind: 'broken' as const,
    clause: variation.clause,
    section: variation.clause.slice(0, variation.clause.indexOf('/')),
    ...described(variation),
  })),
  ...hostile.map((variation) => ({ kind: 'hostile' as const, verdicts: variation.verdicts, ...described(variation) })),
]

function described(variation: Variation) {
  const { id, summary, needs = [] } = variation
  const afterRemoval = needs.includes('after-removal') ? { today: Date.UTC(2031, 0, 1) } : {}
  return {
    id,
    summary,
    needs,
    start: (options: StartOptions = {}) => startDeployment({ ...afterRemoval, ...variation }, options),
  }
}
