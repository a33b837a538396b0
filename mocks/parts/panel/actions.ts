import { mostDelayMilliseconds } from '../../call/call.ts'
import type { ControlRequest } from '../../control/client/transport.ts'
import { type KeyRow, type QuotaNow, keyRows } from './keys/key-rows.ts'
import { journalHar } from '../../journal-text/journal-har.ts'
import type { Calls } from './bench/calls.ts'
import type { Panel } from './panel-context.tsx'
import { playsNow, stopAll } from './situation/plays.ts'
import { type Switch, choiceSwitches, faultSwitches, scenarioSwitches } from './situation/switches.ts'

/** Something that can be done from anywhere in the panel: a request of the control API, or a step inside the panel. */
export type Command = {
  readonly text: string
  /** Other words for it. */
  readonly also?: string | undefined
  /** What it does, in few words. */
  readonly about?: string | undefined
  /** The key that does it without the palette. */
  readonly key?: string | undefined
  /** What the palette puts it under. */
  readonly group?: string | undefined
  /** Whether it is what holds now. */
  readonly isOn?: boolean | undefined
  /** Whether it cannot be done now. */
  readonly isOff?: boolean
} & ({ readonly request: ControlRequest; readonly done: string } | { readonly run: () => void })

/** What commands are made of, beside the panel. */
export interface Known {
  /** What was typed: words of an action, and its argument. */
  readonly search?: string
  /** Whether a call of this number is listed. */
  readonly hasCall?: (number: number) => boolean
  /** Shows the keys of the panel. */
  readonly showKeys?: () => void
  /** The names of all sandboxes. */
  readonly sandboxes?: readonly string[]
  /** What can be done with the call that is open. */
  readonly ofCall?: readonly Command[]
}

type RequestParts = Parameters<Panel['to']>

/** A request, by what it does in words. */
const send = (panel: Panel, text: string, request: RequestParts, done = `Done: ${text}.`, also?: string) => ({
  text,
  request: panel.to(...request),
  done,
  also,
})

/** The name that was typed after the word of an action. */
const nameAfter = (word: string, { search = '' }: Known) => new RegExp(`${word} #?([a-z0-9-]{1,64})$`).exec(search)?.[1]

/** The last number that was typed beside some word; none alone, which is that of a call or a status. */
function numberIn({ search = '' }: Known): number | undefined {
  const digits = /^#?\d*$/.test(search) ? undefined : search.match(/\d+/g)?.at(-1)
  return digits === undefined ? undefined : Number(digits)
}

const set = (panel: Panel, text: string, settings: object, done?: string, also?: string) =>
  send(panel, text, ['PATCH', '/settings', settings], done, also)

const named = (prefix: string, command: Command) => ({ ...command, text: `${prefix}: ${command.text}` })

/** How far a step moves the clock, by its unit: its other words, and its seconds. */
const clockUnits = {
  s: ['seconds', 1],
  min: ['minutes', 60],
  h: ['hours', 3600],
  day: ['days tomorrow', 86_400],
} as const

/** What moves the clock of the sandbox. */
export function clockCommands(panel: Panel, count = 1): readonly Command[] {
  const { mode } = panel.view?.clock ?? {}
  const clock = (text: string, change: object, done: string, also?: string) =>
    set(panel, text, { clock: change }, done, also)
  return [
    mode === 'frozen'
      ? clock('Resume', { mode: 'running' }, 'The clock runs.')
      : clock('Freeze', { mode: 'frozen' }, 'The clock stands still.', 'frozen'),
    ...(mode === 'real'
      ? []
      : [clock('Back to now', { mode: 'real' }, 'It shows real time again.', 'reset real today')]),
    ...Object.entries(clockUnits).map(([unit, [also, seconds]]) => {
      const length = `${count} ${unit === 'day' && count > 1 ? 'days' : unit}`
      return send(
        panel,
        `+ ${length}`,
        ['POST', '/clock/advance', { seconds: count * seconds }],
        `The clock is ${length} later.`,
        `next later forward advance ${also}`,
      )
    }),
    clock('10 s before the removal of getPet', { at: '2030-12-04T23:59:50Z' }, 'Ten seconds until getPet is removed.'),
    clock('to the removal of getPet, 2030-12-05', { mode: 'frozen', at: '2030-12-05T00:00:00Z' }, 'getPet is gone.'),
  ]
}

/** How long each answer can be held back, by name. */
const latencies = { none: 0, '250 ms': 250, '1 s': 1000, '3 s': 3000, '0.1 to 2 s': [100, 2000] }

function throttle(panel: Panel, text: string, latencyMilliseconds: number | readonly number[], also = ''): Command {
  const done = latencyMilliseconds === 0 ? 'Answers come at once again.' : `Every answer takes ${text} longer.`
  return {
    ...set(panel, text, { latencyMilliseconds }, done, `slow delay latency ${also}`),
    isOn: String(panel.view?.latencyMilliseconds) === String(latencyMilliseconds),
  }
}

/** What slows every answer down. */
export const throttleCommands = (panel: Panel, count = 0) => [
  ...Object.entries({ ms: ['milliseconds', 1], s: ['seconds', 1000] } as const).flatMap(([unit, [also, factor]]) => {
    const isTaken = count > 0 && count * factor <= mostDelayMilliseconds
    return isTaken ? [throttle(panel, `${count} ${unit}`, count * factor, also)] : []
  }),
  ...Object.entries(latencies).map(([text, latency]) => throttle(panel, text, latency, latency === 0 ? '0 ms s' : '')),
]

/** What changes the quota of a key. */
export function quotaCommands(panel: Panel, { id, name }: KeyRow, { isBanned, day }: QuotaNow): readonly Command[] {
  const put = (text: string, change: object, done: string) =>
    send(panel, text, ['PUT', '/quotas', { key: id, ...change }], done)
  const exhausted = (span: string) => `${name} has no request left until its ${span} ends. A frozen clock keeps it so.`
  return [
    put('Exhaust until its minute ends', { remaining: 0 }, exhausted('minute')),
    put('Exhaust until its day ends', { dayUsed: day.limit }, exhausted('day')),
    put(
      'Refill',
      { minuteUsed: 0, dayUsed: 0 },
      `The minute and the day of ${name} are full.${isBanned ? ' It stays banned.' : ''}`,
    ),
    put('Ban 5 min', { bannedForSeconds: 300 }, `${name} is banned for five minutes.`),
    ...(isBanned ? [put('Unban', { bannedForSeconds: 0 }, `${name} is no longer banned.`)] : []),
  ]
}

/** What of the sandbox can be saved: its path, and the file, with the name of the sandbox for the star. */
const files = {
  'the calls as HAR': ['/journal/export', 'calls-*.har'],
  'all that is here as a page': ['/report', 'calls-*.html'],
  'the animals as JSON': ['/animals/export?format=json', 'animals-*.json'],
  'the animals as NDJSON': ['/animals/export?format=ndjson', 'animals-*.ndjson'],
  'the animals as CSV': ['/animals/export?format=csv', 'animals-*.csv'],
  'this state, the animals included': ['/link?animals=yes', 'state-*.json'],
  'the coverage: which documented answers calls met': ['/coverage', 'coverage-*.json'],
} as const

/** Saves calls that this tab has, also of a mock that is gone. */
export function saveCalls({ save, sandbox, transport }: Panel, calls: Calls, text = 'Save the calls as HAR') {
  const run = () => {
    const har = journalHar(calls.toReversed(), transport.origin.startsWith('https:') ? 'https' : 'http')
    void save(`calls-${sandbox}.har`, '/journal/export', JSON.stringify(har))
  }
  return calls.length > 0 ? [{ text, also: 'export download', run }] : []
}

/** Copies the address that leads to the same state, or the state where the mock has no address; says what it cannot hold. */
async function copyLink({ transport, to, copy, notify, linkTo }: Panel): Promise<void> {
  const { link, leftOut } = (await transport.send(to('GET', '/link'))) as { link: string; leftOut: readonly string[] }
  await copy(transport.isServer ? linkTo(link) : link, `the state: ${link || 'everything has its default'}`)
  if (leftOut.length > 0) notify({ text: `Copied the state, but not all of it. ${leftOut.join(' ')}` })
}

/** What plays the scenarios for every call, and for those to each operation. */
function plays(panel: Panel, calls?: number): readonly Switch[] {
  // What plays for ever can still be played so many times.
  const from = calls === undefined ? panel : { ...panel, view: undefined }
  return [null, ...panel.lists.operations].flatMap((operation) => {
    // Its verb is a whole word, too.
    const also = `${operation?.method} ${operation?.id.replace(/[A-Z].*/, '')}`
    const switches = scenarioSwitches(from, { operation: operation?.id ?? null, calls })
    return switches.map((one) => ({ ...one, also: `${one.also} ${also}` }))
  })
}

const offered = (switches: readonly Switch[], also = '') =>
  switches
    .filter(({ isPossible, isOn }) => isPossible && !isOn)
    .map((one): Command => ({ ...one, also: `${one.also} ${also}` }))

/** What takes the last action back. */
export const undoCommand = (request: ControlRequest) => ({ text: 'Undo', request, done: 'It is as it was before.' })

/** The open call, or the one whose number was typed. */
function callCommands(panel: Panel, known: Known): readonly Command[] {
  const number = Number(/^(?:.* )?#?(\d+)$/.exec(known.search ?? '')?.[1])
  const isListed = known.hasCall?.(number) === true
  return [
    ...(isListed ? [{ text: `Open call #${number}`, also: `${number}`, run: () => panel.openCall(number) }] : []),
    ...(known.ofCall ?? []),
  ]
}

function stopCommands(panel: Panel): readonly Command[] {
  const ends = playsNow(panel).map(({ end: { label, ...end } }) => ({ text: label, also: 'stop end', ...end }))
  return ends.length === 0 ? [] : [...ends, { ...stopAll(panel), also: 'end everything' }]
}

function sandboxCommands(panel: Panel, known: Known): readonly Command[] {
  const { act, sandbox, openSandbox, undo, go, view, notify } = panel
  const { sandboxes = [] } = known
  const freeName = (number: number): string =>
    sandboxes.includes(`sandbox-${number}`) ? freeName(number + 1) : `sandbox-${number}`
  const typed = nameAfter('sandbox', known)
  const names = [freeName(sandboxes.length + 1), ...(typed === undefined ? [] : [typed])]
  const create = async (name: string) => {
    const request = { method: 'POST', target: '/_mock/sandboxes', body: { name } } as const
    if (await act(request, `The sandbox “${name}” was created. Its keys end in “.${name}”.`)) openSandbox(name)
  }
  const { snapshots = [] } = view ?? {}
  const snapshot = nameAfter('snapshot', known)
  return [
    undo ? undoCommand(undo) : { text: 'Undo', run: () => notify({ text: 'There is nothing to undo.' }) },
    ...names
      .filter((name) => !sandboxes.includes(name))
      .map((name) => ({ text: `New sandbox ${name}`, also: 'create add', run: () => void create(name) })),
    ...sandboxes
      .filter((other) => other !== sandbox)
      .map((other) => ({ text: `Open the sandbox ${other}`, run: () => openSandbox(other) })),
    { text: 'Save a snapshot', run: () => go('data', 'snapshot') },
    // One that is there is to be restored.
    ...(snapshot === undefined || snapshots.includes(snapshot)
      ? []
      : [
          send(
            panel,
            `Save a snapshot ${snapshot}`,
            ['PUT', `/snapshots/${snapshot}`],
            `The sandbox was saved as “${snapshot}”.`,
          ),
        ]),
    ...snapshots.map((name) =>
      send(panel, `Restore the snapshot ${name}`, ['POST', `/snapshots/${encodeURIComponent(name)}/restore`]),
    ),
  ]
}

function animalCommands(panel: Panel, known: Known): readonly Command[] {
  const { lists, go } = panel
  const id = /(?:animal|pet) #?(-?\d+)$/.exec(known.search ?? '')?.[1]
  return [
    { text: 'Add an animal', also: 'new create pet', run: () => go('data', 'add') },
    ...(id === undefined
      ? []
      : [send(panel, `Remove animal ${id}`, ['DELETE', `/animals/${id}`], `Animal ${id} was removed.`, 'delete pet')]),
    { text: 'Load other animals', also: 'dataset file import csv seed', run: () => go('data', 'load') },
    ...lists.datasets.map(({ name, summary }) => ({
      ...send(
        panel,
        `Load the dataset ${name}`,
        ['PUT', '/animals', { dataset: name }],
        `The animals of “${name}” were loaded.`,
      ),
      about: summary,
    })),
  ]
}

function keyCommands(panel: Panel): readonly Command[] {
  const ofKey = (row: KeyRow): readonly Command[] => {
    const { name, id, quota } = row
    const changes = quota ? quotaCommands(panel, row, quota) : []
    const copy = { text: `Copy the key ${name}`, run: () => void panel.copy(name, `the key ${name}`) }
    // What is masked cannot be copied.
    const all = [...changes.map((one) => ({ ...one, text: `${one.text}: ${name}` })), ...(name === id ? [copy] : [])]
    return all.map((one) => ({ ...one, also: name.replace('test_', '') }))
  }
  return [send(panel, 'Reset all quotas', ['DELETE', '/quotas']), ...keyRows(panel).flatMap(ofKey)]
}

/** The colours of the panel, as CSS names them. */
const themes = { 'as the system': 'light dark', light: 'light', dark: 'dark' }

const ends = {
  clear: 'The calls are gone, but for any that are held.',
  reset: 'All is at its start. Undo brings back all but the calls.',
}

/** Every action, by what the palette puts it under: what it does, and what may be typed after its words, for docs/panel.md. */
export const actions = {
  Calls: [
    'open one; copy the open one as curl, fetch or a test, send it again, as it was or edited',
    'the number of a call',
    callCommands,
  ],
  Play: [
    'a scenario, for every call or those to one operation, for ever or so many times',
    'an operation, a number of calls',
    (panel, known) => {
      const count = numberIn(known) ?? 1
      const calls = count > 0 && count < 100 ? count : 1
      const often = `${calls === 1 ? 'once one time' : ''} times`
      return [...offered(plays(panel)), ...offered(plays(panel, calls), often)]
    },
  ],
  Stop: ['one thing that plays, or all', 'what plays', stopCommands],
  'Go to': [
    'a section',
    'its name',
    ({ tabs, go }) =>
      tabs.map(({ id, title, also, detail }, at) => ({
        text: `Go to ${title}`,
        also: `open show ${also}`,
        key: String(at + 1),
        run: () => go(id, detail),
      })),
  ],
  Animals: ['add or remove one, load others in place of all', 'the id of an animal, a dataset', animalCommands],
  Sandbox: [
    'undo, save a snapshot or restore one, make a sandbox, open another',
    'the name of a snapshot or sandbox',
    sandboxCommands,
  ],
  'Clear and reset': [
    'the calls, or all of the sandbox',
    '',
    (panel) => [
      send(panel, 'Clear the calls', ['DELETE', '/journal'], ends.clear, 'delete remove'),
      ...(isMock(panel)
        ? [send(panel, 'Reset this sandbox', ['POST', '/reset'], ends.reset, 'restart start over')]
        : []),
    ],
  ],
  Time: [
    'throttle every answer; freeze, move or reset the clock',
    'a number of ms, s, min, h or days',
    (panel, known) => [
      ...throttleCommands(panel, numberIn(known)).flatMap((one) =>
        // Who types 0 means it, even where it holds already.
        one.isOn && numberIn(known) !== 0 ? [] : named('Throttle', one),
      ),
      ...clockCommands(panel, numberIn(known) || 1).map((one) => named('Clock', one)),
    ],
  ],
  Keys: ['exhaust, refill, ban, unban or copy one; reset all quotas', 'a key', keyCommands],
  'Copy and save': [
    'a link to this state; the calls, the animals, the state or the coverage as files',
    '',
    (panel) =>
      panel.isLost
        ? saveCalls(panel, panel.kept.current)
        : [
            { text: 'Copy a link to this state', also: 'share', run: () => void copyLink(panel) },
            ...Object.entries(files)
              // A page has all that it needs from a server.
              .filter(([, [path]]) => path !== '/report' || panel.transport.isServer)
              .map(([text, [path, name]]) => ({
                text: `Save ${text}`,
                also: 'export download',
                run: () => void panel.save(name.replace('*', panel.sandbox), path),
              })),
          ],
  ],
  'Faults and choices': [
    'a fault, or another answer where the interface is silent',
    'words of what it does',
    // Their texts say what they do already.
    (panel) =>
      offered([...faultSwitches(panel), ...choiceSwitches(panel)]).map((one) => ({ ...one, also: '', about: '' })),
  ],
  Panel: [
    'its keys and its colours',
    '',
    ({ setTheme }, { showKeys }) => [
      { text: 'Show the keys of the panel', key: '?', also: 'help shortcuts keyboard', run: () => showKeys?.() },
      ...Object.entries(themes).map(([name, colours]) => ({
        text: `Theme: ${name}`,
        also: 'colours mode',
        run: () => setTheme(colours),
      })),
    ],
  ],
} as const satisfies Readonly<
  Record<string, readonly [does: string, argument: string, (panel: Panel, known: Known) => readonly Command[]]>
>

type Group = keyof typeof actions

const isMock = ({ lists }: Panel) => lists.deployment === null

/** The commands of some groups, or of all, as far as they can be given now: a mock that is gone takes none, a proxy few. */
export function commandsOf(panel: Panel, known: Known, groups = Object.keys(actions) as readonly Group[]) {
  const isPossible = (group: Group) =>
    ['Go to', 'Panel'].includes(group) ||
    (panel.isLost && group === 'Copy and save') ||
    (!panel.isLost && (isMock(panel) || group === 'Clear and reset'))
  const all = groups
    .filter(isPossible)
    .flatMap((group) => actions[group][2](panel, known).map((command): Command => ({ ...command, group })))
  // What was typed may be a candidate already: of two, the first.
  return [...Map.groupBy(all, ({ text }) => text).values()].flatMap(([first]) => first ?? [])
}
