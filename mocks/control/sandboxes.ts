import { ownChoices } from '../../spec/index.ts'
import { defaultSandboxName, sandboxNamePattern } from '../world/keys.ts'
import type { Sandbox } from '../world/sandbox.ts'
import { clockView } from './clock.ts'
import { ControlError } from './control-error.ts'
import { text } from './kinds.ts'
import { shownFault } from './lists.ts'
import { quotaViews } from './quotas.ts'
import { type ControlRoute, type ControlWorld, json, members, notFound, nothing, route, sandboxRoute } from './route.ts'
import { playing } from './scenarios.ts'

/** A sandbox as plain data: its counts, and what is on in it. */
export async function sandboxView(sandbox: Sandbox) {
  const { name, clock, journal, plays, fault, snapshots, lastUsedMilliseconds } = sandbox
  return {
    name,
    animals: await (await sandbox.animals).count(),
    calls: journal.total,
    scenarios: plays.map(({ scenario }) => scenario),
    fault: fault?.id ?? null,
    clock: clockView(clock),
    snapshots,
    lastUsedAt: new Date(lastUsedMilliseconds).toISOString(),
  }
}

/** A sandbox as a whole: what its view has, and each thing that can be changed in it. Animals and calls are counted only. */
async function wholeView(world: ControlWorld, sandbox: Sandbox) {
  return {
    ...(await sandboxView(sandbox)),
    playing: playing(sandbox),
    fault: shownFault(sandbox),
    choices: ownChoices(sandbox.profile),
    quotas: await quotaViews(world, sandbox),
  }
}

/** A snapshot may hold a sandbox's whole world, so there may not be any number of them. */
const mostSnapshots = 100

/** The routes of sandboxes and their snapshots. */
export const sandboxRoutes: readonly ControlRoute[] = [
  route({ method: 'GET', path: '/_mock/sandboxes', summary: 'List the sandboxes' }, async ({ store }) =>
    json(await Promise.all(store.sandboxes.map(sandboxView))),
  ),
  route(
    {
      method: 'POST',
      path: '/_mock/sandboxes',
      summary: 'Make a sandbox, unless there is one of that name',
      body: members({ name: text(64) }, ['name']),
    },
    async ({ store, body: { name } }) => {
      const isNew = store.sandboxes.every((sandbox) => sandbox.name !== name)
      return json(await sandboxView(store.sandbox(name)), isNew ? 201 : 200)
    },
  ),
  sandboxRoute({ method: 'GET', path: '', summary: 'Show a sandbox as a whole' }, async ({ sandbox, ...world }) =>
    json(await wholeView(world, sandbox)),
  ),
  sandboxRoute(
    { method: 'DELETE', path: '', summary: 'Forget a sandbox; the default one is reset' },
    async ({ store, sandbox }) => {
      if (sandbox.name === defaultSandboxName) await sandbox.reset()
      else store.forget(sandbox.name)
      return nothing
    },
  ),
  sandboxRoute({ method: 'POST', path: '/reset', summary: 'Put a sandbox back to its start' }, async ({ sandbox }) => {
    await sandbox.reset()
    return json(await sandboxView(sandbox))
  }),
  sandboxRoute({ method: 'GET', path: '/snapshots', summary: 'List the snapshots of a sandbox' }, ({ sandbox }) =>
    json(sandbox.snapshots),
  ),
  sandboxRoute(
    { method: 'PUT', path: '/snapshots/{snapshot}', summary: 'Keep a sandbox as it is now, under a name' },
    async ({ sandbox, part }) => {
      await takeSnapshot(sandbox, part('snapshot'))
      return json(sandbox.snapshots)
    },
  ),
  sandboxRoute(
    { method: 'DELETE', path: '/snapshots/{snapshot}', summary: 'Forget a snapshot' },
    ({ sandbox, part }) => {
      const name = part('snapshot')
      if (!sandbox.forgetSnapshot(name)) throw notFound('snapshot', name, sandbox.snapshots)
      return nothing
    },
  ),
  sandboxRoute(
    { method: 'POST', path: '/snapshots/{snapshot}/restore', summary: 'Go back to a snapshot' },
    async ({ sandbox, part }) => {
      const name = part('snapshot')
      if (!sandbox.snapshots.includes(name)) throw notFound('snapshot', name, sandbox.snapshots)
      await sandbox.restore(name)
      return json(await sandboxView(sandbox))
    },
  ),
]

async function takeSnapshot(sandbox: Sandbox, name: string): Promise<void> {
  if (!sandboxNamePattern.test(name)) {
    throw new ControlError(400, 'invalid_body', 'Cannot take this snapshot: a name has 1 to 64 of a-z, 0-9 and "-".')
  }
  if (sandbox.snapshots.length >= mostSnapshots && !sandbox.snapshots.includes(name)) {
    throw new ControlError(
      409,
      'limit_reached',
      `Cannot take another snapshot: there are ${mostSnapshots}. Forget one first.`,
    )
  }
  await sandbox.snapshot(name)
}
