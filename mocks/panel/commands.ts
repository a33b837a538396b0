import { keyIn } from '../keys/keys.ts'
import { demos } from '../world/demos.ts'
import { type Panel, sandboxPath } from './panel-context.tsx'
import { jumps, modes, steps } from './sections/clock/clock.tsx'
import { sectionsOf } from './sections/sections.ts'
import type { ControlRequest } from '../control/client/transport.ts'

/** Something that can be done from anywhere in the panel: a request of the control API, or a step inside the panel. */
export type Command = { readonly text: string } & (
  | { readonly request: ControlRequest; readonly done: string }
  | { readonly run: () => void }
)

/** Everything that can be done with the sandbox that is looked at, by what a person calls it. */
export function commandsOf(panel: Panel, sandboxes: readonly string[]): readonly Command[] {
  const { sandbox, view, lists } = panel
  const send = (text: string, method: ControlRequest['method'], rest: string, body?: object): Command => ({
    text,
    request: { method, target: sandboxPath(sandbox, rest), ...(body === undefined ? {} : { body }) },
    done: `Done: ${text}.`,
  })
  const quota = (key: string, text: string, change: object) =>
    send(`Quota of ${key}: ${text}`, 'PUT', '/quotas', { key, ...change })
  const goTo = sectionsOf(lists).map(({ id, title }) => ({ text: `Go to ${title}`, run: () => panel.go(id) }))
  const clear = send('Clear the calls', 'DELETE', '/journal')
  if (lists.deployment !== null) return [...goTo, clear]
  return [
    ...goTo,
    ...sandboxes
      .filter((name) => name !== sandbox)
      .map((name) => ({ text: `Open the sandbox ${name}`, run: () => panel.openSandbox(name) })),
    send('Reset this sandbox', 'POST', '/reset'),
    clear,
    send('End all scenarios', 'DELETE', '/scenarios'),
    ...lists.scenarios.map(({ id }) => send(`Play the scenario ${id}`, 'POST', '/scenarios', { scenario: id })),
    ...Object.entries(modes).map(([text, { body }]) => send(`Clock: ${text}`, 'PUT', '/clock', body)),
    ...Object.entries(steps).map(([text, seconds]) => send(`Clock: ${text}`, 'POST', '/clock/advance', { seconds })),
    ...Object.entries(jumps).map(([text, { body }]) => send(`Clock: ${text}`, 'PUT', '/clock', body)),
    send('Reset all quotas', 'DELETE', '/quotas'),
    ...lists.testKeys
      .filter(({ standing }) => standing === 'valid')
      .flatMap(({ key: testKey }) => {
        const key = keyIn(sandbox, testKey)
        return [
          quota(key, 'exhaust', { remaining: 0 }),
          quota(key, 'refill', { minuteUsed: 0, dayUsed: 0 }),
          quota(key, 'ban for 5 minutes', { bannedForSeconds: 300 }),
          quota(key, 'unban', { bannedForSeconds: 0 }),
        ]
      }),
    ...Object.keys(demos).map((name) => send(`Load the demo ${name}`, 'PUT', '/link', { link: name })),
    ...lists.datasets.map(({ name }) => send(`Load the animals of ${name}`, 'PUT', '/animals', { dataset: name })),
    ...(view?.snapshots ?? []).map((name) =>
      send(`Restore the snapshot ${name}`, 'POST', `/snapshots/${encodeURIComponent(name)}/restore`),
    ),
    send('Choices: back to the start', 'DELETE', '/profile'),
    ...lists.silences.flatMap(({ id, choices }) =>
      choices.map(({ choice }) => send(`Choose ${id}: ${choice}`, 'PATCH', '/profile', { [id]: choice })),
    ),
    send('Switch off the fault', 'DELETE', '/fault'),
    ...lists.faults.map(({ id }) => send(`Switch on the fault ${id}`, 'PUT', '/fault', { fault: id })),
  ]
}
