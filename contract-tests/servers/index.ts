/** Deployments that prove the contract suite, written from the interface and not from the mock. Tests only. */
import type { ClauseId } from '../../spec/index.ts'
import { brokenAnsweredMembers } from './broken/answered-members.ts'
import { sentMembers } from './broken/sent-members.ts'
import { brokenCreations } from './broken/creations.ts'
import { brokenKeys } from './broken/keys.ts'
import { brokenLists } from './broken/lists.ts'
import { brokenLookups } from './broken/lookups.ts'
import { brokenOperations } from './broken/operations.ts'
import { brokenQuotas } from './broken/quotas.ts'
import { brokenShapes } from './broken/shapes.ts'
import { conformingAnimals } from './conforming/animals.ts'
import { conformingFrameworks } from './conforming/habits.ts'
import { conformingLists } from './conforming/lists.ts'
import { conformingQuotas } from './conforming/quotas.ts'
import { conformingShops } from './conforming/shops.ts'
import { conformingTransport } from './conforming/transport.ts'
import { debatable } from './debatable/debatable.ts'
import { deep } from './deep/index.ts'
import { hostile, hostileSending } from './hostile/hostile.ts'
import { openDeployment, startDeployment } from './start-deployment.ts'
import type { StartOptions, TestServer } from './test-server.ts'
import { type BrokenServers, type Servers, variationOf } from './variation.ts'

export type { Deployment, TestServer } from './test-server.ts'

const plain: Servers = { plain: {} }

/** Every test server: the plain one first, then those that conform in unusual ways, the broken, the deeply broken and the hostile ones. */
export const servers: readonly TestServer[] = [
  ...[
    plain,
    conformingLists,
    conformingAnimals,
    conformingFrameworks,
    conformingQuotas,
    conformingShops,
    conformingTransport,
  ]
    .flatMap(described)
    .map((server) => ({ kind: 'conforming' as const, ...server })),
  ...[
    ...brokenOperations,
    ...brokenAnsweredMembers,
    ...sentMembers.broken,
    brokenShapes,
    brokenLists,
    brokenCreations,
    brokenLookups,
    brokenKeys,
    brokenQuotas,
  ].flatMap((table) => byClause('broken', table)),
  ...byClause('debatable', debatable),
  ...deep.flatMap((table) => byClause('deep', table)),
  ...hostile.flatMap(({ servers: table, ...harm }) =>
    described(table).map((server) => ({ kind: 'hostile' as const, ...harm, ...server })),
  ),
]

function byClause(kind: 'broken' | 'debatable' | 'deep', table: BrokenServers): TestServer[] {
  // Its keys are clauses, as its type says.
  const groups = Object.entries(table) as [ClauseId, Servers][]
  return groups.flatMap(([clause, group]) => described(group).map((server) => ({ kind, clause, ...server })))
}

function described(table: Servers) {
  return Object.entries(table).map(([id, server]) => {
    const variation = variationOf(server)
    const start = (options: StartOptions = {}) => startDeployment(variation, options)
    const isAboutSending = [conformingTransport, ...hostileSending].includes(table)
    const open = isAboutSending ? start : (options: StartOptions = {}) => openDeployment(variation, options)
    const without = { ...variation, hooks: {} }
    const usual = (options: StartOptions = {}) => (isAboutSending ? startDeployment : openDeployment)(without, options)
    const { hooks = {}, needs = [] } = variation
    // A server that is nothing but hooks must have some.
    const hasHooks = typeof hooks === 'function' || Object.keys(hooks).length > 0 || !('hooks' in server)
    return { id, needs, start, open, usual: hasHooks && table !== plain ? usual : undefined }
  })
}
