import type { Scenario } from '../../../spec/made/control-types.ts'
import type { ControlRequest } from '../../control/client/transport.ts'
import { type KeyRow, type QuotaNow, keyRows } from './keys/key-rows.ts'
import type { Panel, WayBack } from './panel-context.tsx'
import { choiceRows, faultRows } from './situation/others.ts'
import { playsNow, stopAll } from './situation/plays.ts'
import { byUse, namesOf, wordsOf } from './situation/spoken.ts'
import { durationText } from './ui/duration.ts'

/** Something that can be done from anywhere in the panel: a request of the control API, or a step inside the panel. */
export type Command = {
  readonly text: string
  /** Other words for it. */
  readonly also?: string | undefined
  /** The key that does it without the palette. */
  readonly key?: string | undefined
  /** What the palette puts it under. */
  readonly group?: string | undefined
  /** Whether it is what holds now. */
  readonly isOn?: boolean | undefined
} & ({ readonly request: ControlRequest; readonly done: string } | { readonly run: () => void })

/** What commands are made of, beside the panel. */
export interface Known {
  /** The names of all sandboxes. */
  readonly sandboxes?: readonly string[]
  /** What can be done with the call that is open. */
  readonly ofCall?: readonly Command[]
}

/**
 * An action of the panel, from which palette, menus and docs/panel.md are made. `when` says where it can be done: in every
 * panel, also of a mock that is gone; in that of a mock or a proxy; of a mock alone.
 */
type PanelAction = readonly [
  group: string,
  words: string,
  when: 'always' | 'answers' | 'mock',
  commandsFor: (panel: Panel, known: Known) => readonly Command[],
]

type RequestParts = Parameters<Panel['to']>

/** A request, by what it does in words. */
const send = (panel: Panel, text: string, request: RequestParts, done = `Done: ${text}.`, also?: string) => ({
  text,
  request: panel.to(...request),
  done,
  also,
})

/** What is found, so that nothing else is, where there is nothing to do. */
const say = ({ notify }: Panel, text: string, said: string) => ({ text, run: () => notify({ text: said }) })

const set = (panel: Panel, text: string, settings: object, done?: string, also?: string) =>
  send(panel, text, ['PATCH', '/settings', settings], done, also)

const named = (prefix: string, commands: readonly Command[]) =>
  commands.map((command) => ({ ...command, text: `${prefix}: ${command.text}` }))

const clockSteps = { '+ 1 s': 1, '+ 1 min': 60, '+ 1 h': 3600, '+ 1 day': 86_400 }

/** What moves the clock of the sandbox. */
export function clockCommands(panel: Panel): readonly Command[] {
  const { mode } = panel.view?.clock ?? {}
  const clock = (text: string, change: object, done: string, also?: string) =>
    set(panel, text, { clock: change }, done, also)
  return [
    mode === 'frozen'
      ? clock('Resume', { mode: 'running' }, 'The clock runs.')
      : clock('Freeze', { mode: 'frozen' }, 'The clock stands still.', 'frozen'),
    ...(mode === 'real' ? [] : [clock('Back to now', { mode: 'real' }, 'It shows real time again.', 'reset')]),
    ...Object.entries(clockSteps).map(([text, seconds]) => send(panel, text, ['POST', '/clock/advance', { seconds }])),
    clock('10 s before the removal of getPet', { at: '2030-12-04T23:59:50Z' }, 'Ten seconds until getPet is removed.'),
    clock('to the removal of getPet, 2030-12-05', { mode: 'frozen', at: '2030-12-05T00:00:00Z' }, 'getPet is gone.'),
  ]
}

/** How long each answer can be held back, by name. */
const latencies = { none: 0, '250 ms': 250, '1 s': 1000, '3 s': 3000, '0.1 to 2 s': [100, 2000] }

/** What slows every answer down. */
export function throttleCommands(panel: Panel): readonly Command[] {
  return Object.entries(latencies).map(([text, latencyMilliseconds]) => ({
    ...set(panel, text, { latencyMilliseconds }, `Every answer comes so much later: ${text}.`, 'slow delay latency'),
    isOn: String(panel.view?.latencyMilliseconds) === String(latencyMilliseconds),
  }))
}

/** What changes the quota of a key. */
export function quotaCommands(panel: Panel, { id, name }: KeyRow, { isBanned, minute }: QuotaNow): readonly Command[] {
  const nowSeconds = Math.floor(Date.parse(panel.view?.clock.now ?? '') / 1000)
  const ends = minute.resetAtSeconds && `for ${durationText(minute.resetAtSeconds - nowSeconds)}`
  const exhausted = `${name} has no request left ${ends ?? 'until its minute ends'}, then it has ${minute.limit} again.`
  const put = (text: string, change: object, done: string) =>
    send(panel, text, ['PUT', '/quotas', { key: id, ...change }], done)
  return [
    put('Exhaust until its minute ends', { remaining: 0 }, `${exhausted} A frozen clock keeps it so.`),
    put('Refill', { minuteUsed: 0, dayUsed: 0 }, `The minute and the day of ${name} are full.`),
    isBanned
      ? put('Unban', { bannedForSeconds: 0 }, `${name} is no longer banned.`)
      : put('Ban 5 min', { bannedForSeconds: 300 }, `${name} is banned for five minutes.`),
  ]
}

/** What saves something of the sandbox as a file. */
function saveCommands({ save, sandbox, transport }: Panel): readonly Command[] {
  const file = (text: string, path: string, name: string) => ({
    text: `Save ${text}`,
    also: 'export download',
    run: () => void save({ path, name }),
  })
  const animals = ['json', 'ndjson', 'csv'].map((form) =>
    file(`the animals as ${form.toUpperCase()}`, `/animals/export?format=${form}`, `animals-${sandbox}.${form}`),
  )
  return [
    file('the calls as HAR', '/journal/export', `calls-${sandbox}.har`),
    ...(transport.isServer ? [file('all that is here as a page', '/report', `calls-${sandbox}.html`)] : []),
    ...animals,
    file('this state, the animals included', '/link?animals=yes', `state-${sandbox}.json`),
    file('the coverage: which documented answers calls met', '/coverage', `coverage-${sandbox}.json`),
  ]
}

/** Copies the address that leads to the same state, or the state where the mock has no address; says what it cannot hold. */
async function copyLink({ transport, to, copy, notify, linkTo }: Panel): Promise<void> {
  const { link, leftOut } = (await transport.send(to('GET', '/link'))) as { link: string; leftOut: readonly string[] }
  await copy(transport.isServer ? linkTo(link) : link, `the state: ${link || 'everything has its default'}`)
  if (leftOut.length > 0) notify({ text: `Copied the state, but not all of it. ${leftOut.join(' ')}` })
}

/** Plays for every call, and for those to each operation. */
function allPlays(panel: Panel, calls?: number): readonly Command[] {
  return [undefined, ...panel.lists.operations.map(({ id }) => id)].flatMap((id) => playCommands(panel, id, calls))
}

function playCommands(panel: Panel, operation?: string, calls?: number): readonly Command[] {
  const fits = ({ operations }: Scenario) =>
    operation === undefined || operations?.some((one) => one === operation) !== false
  const next = operation === undefined ? 'the next call' : `the next call to ${operation}`
  const where = calls === undefined ? (operation ?? 'every call') : next
  return byUse(panel.lists.scenarios)
    .filter(fits)
    .map(({ id: scenario }) => {
      const name = namesOf(scenario)
      const request: RequestParts = ['POST', '/scenarios', { scenario, operation, calls }]
      return send(panel, `Play ${name} for ${where}`, request, `${name} was set for ${where}.`, wordsOf(scenario))
    })
}

/** What takes the last action back. */
export function undoCommand(request: WayBack) {
  return { text: 'Undo', request, done: `It is as it was before${request.but ?? ''}.` }
}

/** Where the panel offers an action, in words. */
export const whens = { always: 'a mock, a proxy, or one that is gone', answers: 'a mock or a proxy', mock: 'a mock' }

/** The colours of the panel, as CSS names them. */
const themes = { 'as the system': 'light dark', light: 'light', dark: 'dark' }

/** Every action, in the order in which the palette shows them. */
export const actions = {
  call: [
    'The open call',
    'Copy the open call as curl, fetch or a test; send it again, as it was or edited',
    'mock',
    (_panel, { ofCall = [] }) => ofCall,
  ],
  play: ['Play', 'Play a scenario, for every call or for one operation', 'mock', (panel) => allPlays(panel)],
  once: [
    'Play',
    'Play a scenario for the next call',
    'mock',
    (panel) => allPlays(panel, 1).map((one) => ({ ...one, also: `${one.also} once one` })),
  ],
  stop: [
    'Stop',
    'Stop what plays: one of it, or all',
    'mock',
    (panel) => {
      const ends = playsNow(panel).map(({ end: { label, ...end } }) => ({ text: label, also: 'stop end', ...end }))
      if (ends.length === 0) return [say(panel, 'Stop: nothing plays', 'Nothing plays.')]
      return ends.length > 1 ? [...ends, { ...stopAll(panel), also: 'end' }] : ends
    },
  ],
  go: [
    'Go to',
    'Go to a part of the panel',
    'always',
    ({ tabs, go }) =>
      tabs.map(({ id, title, also, detail }, at) => ({
        text: `Go to ${title}`,
        also,
        key: String(at + 1),
        run: () => go(id, detail),
      })),
  ],
  add: [
    'Animals',
    'Add an animal',
    'mock',
    ({ go }) => [{ text: 'Add an animal', also: 'new create pet', run: () => go('data', 'add') }],
  ],
  link: [
    'Sandbox',
    'Copy a link to this state',
    'mock',
    (panel) => [{ text: 'Copy a link to this state', also: 'share', run: () => void copyLink(panel) }],
  ],
  reset: [
    'Sandbox',
    'Reset this sandbox',
    'mock',
    (panel) => [
      send(
        panel,
        'Reset this sandbox',
        ['POST', '/reset'],
        'All is at its start, with no calls.',
        'restart start over',
      ),
    ],
  ],
  undo: [
    'Sandbox',
    'Undo what was done last',
    'mock',
    (panel) => [panel.undo ? undoCommand(panel.undo) : say(panel, 'Undo', 'There is nothing to undo.')],
  ],
  snapshot: [
    'Sandbox',
    'Save a snapshot, and restore one',
    'mock',
    (panel) => [
      { text: 'Save a snapshot', run: () => panel.go('data', 'snapshot') },
      ...(panel.view?.snapshots ?? []).map((name) =>
        send(panel, `Restore the snapshot ${name}`, ['POST', `/snapshots/${encodeURIComponent(name)}/restore`]),
      ),
    ],
  ],
  sandbox: [
    'Sandbox',
    'New sandbox, and open another one',
    'mock',
    ({ act, sandbox, openSandbox }, { sandboxes = [] }) => {
      const name = `sandbox-${sandboxes.length + 1}`
      const create = async () => {
        const request = { method: 'POST', target: '/_mock/sandboxes', body: { name } } as const
        if (await act(request, `The sandbox “${name}” was created. Its keys end in “.${name}”.`)) openSandbox(name)
      }
      const others = sandboxes.filter((other) => other !== sandbox)
      return [
        { text: 'New sandbox', also: 'create', run: () => void create() },
        ...others.map((other) => ({ text: `Open the sandbox ${other}`, run: () => openSandbox(other) })),
      ]
    },
  ],
  throttle: ['Time', 'Throttle every answer', 'mock', (panel) => named('Throttle', throttleCommands(panel))],
  clock: ['Time', 'Freeze, move or reset the clock', 'mock', (panel) => named('Clock', clockCommands(panel))],
  quotas: [
    'Keys',
    'Reset all quotas; exhaust, refill, ban and unban a key',
    'mock',
    (panel) => [
      send(panel, 'Reset all quotas', ['DELETE', '/quotas']),
      ...keyRows(panel).flatMap((row) =>
        row.quota
          ? quotaCommands(panel, row, row.quota).map((one) => ({ ...one, text: `${one.text}: ${row.name}` }))
          : [],
      ),
    ],
  ],
  save: [
    'Save and clear',
    'Save calls (HAR, a page), animals (JSON, NDJSON, CSV), this state, or the coverage of the interface',
    'mock',
    saveCommands,
  ],
  clear: [
    'Save and clear',
    'Clear the calls',
    'answers',
    (panel) => [send(panel, 'Clear the calls', ['DELETE', '/journal'], 'The calls are gone.', 'delete remove')],
  ],
  others: [
    'Faults and choices',
    'Play a fault, or another answer where the interface is silent',
    'mock',
    (panel) =>
      [...faultRows(panel), ...choiceRows(panel)]
        .filter(({ isOn }) => !isOn)
        .map(({ kind, id, about, request, done }) => ({ text: `Play the ${kind} ${id}`, also: about, request, done })),
  ],
  panel: [
    'Panel',
    'Show the keys of the panel, and choose its colours',
    'always',
    ({ notify, setTheme }) => [
      {
        text: 'Show the keys of the panel',
        key: '?',
        also: 'help shortcuts keyboard',
        run: () => notify({ text: keysText }),
      },
      ...Object.entries(themes).map(([name, colours]) => ({
        text: `Theme: ${name}`,
        also: 'colours mode',
        run: () => setTheme(colours),
      })),
    ],
  ],
} as const satisfies Readonly<Record<string, PanelAction>>

/** The keys of the panel, and what each does. */
const keys = {
  'Ctrl K': 'all actions',
  '1 2 3 4 5': 'the sections',
  '/': 'search',
  '?': 'all keys',
  '↑ ↓ ← →': 'move in a list',
  Enter: 'open or do it',
  Esc: 'close',
}

/** The same in one line. */
export const keysText = Object.entries(keys)
  .map((key) => key.join(': '))
  .join(' · ')

type ActionId = keyof typeof actions

/** The commands of some actions, or of all, as far as they can be given now. */
export function commandsOf(panel: Panel, known: Known, ids = Object.keys(actions) as readonly ActionId[]) {
  const isMock = panel.lists.deployment === null
  const isPossible = { always: true, answers: !panel.isLost, mock: isMock && !panel.isLost }
  const chosen: readonly PanelAction[] = ids.map((id) => actions[id])
  return chosen.flatMap(([group, , when, commandsFor]) =>
    isPossible[when] ? commandsFor(panel, known).map((command): Command => ({ ...command, group })) : [],
  )
}
