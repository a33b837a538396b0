import { ownChoices } from '../../../spec/index.ts'
import { isInstant } from '../../../spec/instant.ts'
import type { Sandbox as SandboxView, WholeSandbox } from '../../../spec/made/control-types.ts'
import { defaultSandboxName } from '../../keys/keys.ts'
import type { Sandbox } from '../../world/sandbox.ts'
import type { SettingsPatch } from '../../world/settings.ts'
import { type ControlContext, type Handlers, cannot, json, notFound, nothing, tooMany } from '../handler.ts'
import { clockView, playing, shownFault } from './behaviour.ts'
import { quotaViews } from './quotas.ts'

/** A sandbox as plain data: its counts and settings. */
export async function sandboxView(sandbox: Sandbox): Promise<SandboxView> {
  const { name, clock, journal, settings, snapshots, lastUsedMilliseconds } = sandbox
  return {
    name,
    animals: await (await sandbox.animals).count(),
    calls: journal.total,
    scenarios: settings.scenario.map(({ scenario }) => scenario),
    fault: settings.fault ?? null,
    clock: clockView(clock),
    snapshots,
    lastUsedAt: new Date(lastUsedMilliseconds).toISOString(),
  }
}

/** A snapshot may hold all animals of a sandbox, so their number is limited. */
const mostSnapshots = 100

async function wholeView({
  sandbox,
  ...context
}: ControlContext & { readonly sandbox: Sandbox }): Promise<WholeSandbox> {
  return {
    ...(await sandboxView(sandbox)),
    playing: playing(sandbox),
    held: sandbox.held.length,
    fault: await shownFault(context.store, sandbox),
    choices: ownChoices(sandbox.settings.profile),
    latencyMilliseconds: sandbox.settings.latencyMilliseconds,
    quotas: await quotaViews(context, sandbox),
  }
}

export const sandboxHandlers: Handlers<'sandboxes' | 'settings'> = {
  listSandboxes: async ({ store }) => json(await Promise.all(store.sandboxes.map(sandboxView))),
  async makeSandbox({ store, body: { name } }) {
    const isNew = store.sandboxes.every((sandbox) => sandbox.name !== name)
    return json(await sandboxView(store.sandbox(name)), isNew ? 201 : 200)
  },
  showSandbox: async (context) => json(await wholeView(context)),
  async forgetSandbox({ store, sandbox }) {
    if (sandbox.name === defaultSandboxName) await sandbox.reset()
    else store.forget(sandbox.name)
    return nothing
  },
  async resetSandbox({ sandbox }) {
    await sandbox.reset()
    return json(await sandboxView(sandbox))
  },
  async takeSnapshot({ sandbox, path: { snapshot } }) {
    const { snapshots } = sandbox
    if (snapshots.length >= mostSnapshots && !snapshots.includes(snapshot))
      throw tooMany('take another snapshot', `there are ${mostSnapshots}. Forget one`)
    await sandbox.snapshot(snapshot)
    return json(sandbox.snapshots)
  },
  forgetSnapshot({ sandbox, path: { snapshot } }) {
    if (!sandbox.forgetSnapshot(snapshot)) throw notFound('snapshot', snapshot, sandbox.snapshots)
    return nothing
  },
  async restoreSnapshot({ sandbox, path: { snapshot } }) {
    if (!sandbox.snapshots.includes(snapshot)) throw notFound('snapshot', snapshot, sandbox.snapshots)
    await sandbox.restore(snapshot)
    return json(await sandboxView(sandbox))
  },
  async changeSettings({ body, ...context }) {
    // The description has the form alone; the sandbox checks the names.
    context.sandbox.set(body as SettingsPatch)
    return json(await wholeView(context))
  },
  advanceClock({ sandbox: { clock }, body: { seconds } }) {
    const milliseconds = Math.round(seconds * 1000)
    if (!isInstant(clock.now() + milliseconds)) throw cannot('set the clock', 'it shows the years 1970 to 9899 only')
    clock.advance(milliseconds)
    return json(clockView(clock))
  },
}
