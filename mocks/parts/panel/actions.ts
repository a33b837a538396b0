import type { ControlTypes } from '../../../spec/made/control-types.ts'
import type { ControlRequest } from '../../control/client/transport.ts'
import { type KeyRow, type QuotaNow, keyRows } from './keys/key-rows.ts'
import type { Panel, WayBack } from './panel-context.tsx'
import { durationText } from './ui/duration.ts'
import { playsNow, stopAll } from './situation/plays.ts'
import { type Switch, choiceSwitches, faultSwitches, scenarioSwitches } from './situation/switches.ts'

/** Something that can be done from anywhere in the panel: a request of the control API, or a step inside the panel. */
export type Command = {
  readonly text: string
  /** Other words for it. */
  readonly also?: string | undefined
  /** What it does, in few words. */
  readonly about?: string | undefined
  /** Whether there is nothing to do: it says so. */
  readonly isIdle?: boolean | undefined
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
  /** What was typed: it may name a call, a sandbox, or how often to play. */
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

/** What is found, so that nothing else is, where there is nothing to do. */
const say = ({ notify }: Panel, text: string, said: string) => ({
  text,
  isIdle: true,
  run: () => notify({ text: said }),
})

const set = (panel: Panel, text: string, settings: object, done?: string, also?: string) =>
  send(panel, text, ['PATCH', '/settings', settings], done, also)

const named = (prefix: string, command: Command) => ({ ...command, text: `${prefix}: ${command.text}` })

const clockSteps = {
  second: ['+ 1 s', 1],
  minute: ['+ 1 min', 60],
  hour: ['+ 1 h', 3600],
  'day tomorrow': ['+ 1 day', 86_400],
} as const

const unitSeconds: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 }

const isThrottle = /throttle|latency|delay|slow/

/** A time that was typed, such as `2 days`: a bare number is one of milliseconds beside a word such as latency. */
function timeIn(search: string) {
  const [typed, number, unit = 'ms'] =
    /\b(\d+(?:\.\d+)?) ?(ms|s|sec|seconds?|m|min|minutes?|h|hours?|d|days?)\b/.exec(search) ??
    /(?:throttle|latency|delay) (\d+)$/.exec(search) ??
    []
  const seconds = Number(number) * (unitSeconds[unit === 'ms' ? unit : unit.charAt(0)] ?? 1)
  return typed === undefined ? undefined : { typed, seconds }
}

const advance = (panel: Panel, text: string, seconds: number, also: string) =>
  send(
    panel,
    text,
    ['POST', '/clock/advance', { seconds }],
    `The clock is ${text.slice(2)} later.`,
    `next later forward advance ${also}`,
  )

/** What moves the clock of the sandbox. */
export function clockCommands(panel: Panel): readonly Command[] {
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
    ...Object.entries(clockSteps).map(([also, [text, seconds]]) => advance(panel, text, seconds, also)),
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
export const throttleCommands = (panel: Panel) =>
  Object.entries(latencies).map(([text, milliseconds]) => throttle(panel, text, milliseconds))

/** The throttle or the step of the clock whose time was typed. */
function timedCommands(panel: Panel, search: string): readonly Command[] {
  const { typed = '', seconds = 0 } = timeIn(search) ?? {}
  const text = seconds < 1 ? `${seconds * 1000} ms` : seconds < 60 ? `${seconds} s` : durationText(seconds)
  if (isThrottle.test(search))
    return typed === '' ? [] : [named('Throttle', throttle(panel, text, seconds * 1000, typed))]
  return seconds >= 1 ? [named('Clock', advance(panel, `+ ${text}`, seconds, typed))] : []
}

/** What changes the quota of a key. */
export function quotaCommands(panel: Panel, { id, name }: KeyRow, { isBanned, day }: QuotaNow): readonly Command[] {
  const put = (text: string, change: object, done: string) =>
    send(panel, text, ['PUT', '/quotas', { key: id, ...change }], done)
  const exhausted = (span: string) => `${name} has no request left until its ${span} ends. A frozen clock keeps it so.`
  return [
    put('Exhaust until its minute ends', { remaining: 0 }, exhausted('minute')),
    put('Exhaust until its day ends', { dayUsed: day.limit }, exhausted('day')),
    put('Refill', { minuteUsed: 0, dayUsed: 0 }, `The minute and the day of ${name} are full.`),
    isBanned
      ? put('Unban', { bannedForSeconds: 0 }, `${name} is no longer banned.`)
      : put('Ban 5 min', { bannedForSeconds: 300 }, `${name} is banned for five minutes.`),
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

/** Copies the address that leads to the same state, or the state where the mock has no address; says what it cannot hold. */
async function copyLink({ transport, to, copy, notify, linkTo }: Panel): Promise<void> {
  const { link, leftOut } = (await transport.send(to('GET', '/link'))) as { link: string; leftOut: readonly string[] }
  await copy(transport.isServer ? linkTo(link) : link, `the state: ${link || 'everything has its default'}`)
  if (leftOut.length > 0) notify({ text: `Copied the state, but not all of it. ${leftOut.join(' ')}` })
}

/** What plays the scenarios for every call, and for those to each operation. */
function plays(panel: Panel, calls?: number): readonly Switch[] {
  const operations = [null, ...panel.lists.operations.map(({ id }) => id)]
  const methodOf = (operation: string | null) => panel.lists.operations.find(({ id }) => id === operation)?.method
  // What plays for ever can still be played so many times.
  const from = calls === undefined ? panel : { ...panel, view: undefined }
  const all = operations.flatMap((operation) =>
    scenarioSwitches(from, { operation, calls }).map((one) => ({
      ...one,
      also: `${one.also} ${methodOf(operation)}`,
    })),
  )
  return [...new Map(all.toReversed().map((one) => [one.text, one])).values()].toReversed()
}

const offered = (switches: readonly Switch[], also = '') =>
  switches
    .filter(({ isPossible, isOn }) => isPossible && !isOn)
    .map((one): Command => ({ ...one, also: `${one.also} ${also}` }))

/** What takes the last action back. */
export function undoCommand(request: WayBack) {
  return { text: 'Undo', request, done: `It is as it was before${request.but ?? ''}.` }
}

/** The open call, or the one whose number was typed. */
function callCommands(panel: Panel, { ofCall = [], search = '', hasCall }: Known): readonly Command[] {
  // A number of three digits is a status.
  const number = Number(/^(?:#|(?:open )?call #?|(?=\d{1,2}$))(\d+)$/.exec(search)?.[1])
  if (Number.isNaN(number)) return ofCall
  if (hasCall?.(number)) return [{ text: `Open call ${number}`, run: () => panel.openCall(number) }]
  return [{ ...say(panel, `There is no call ${number}`, `There is no call ${number}.`), also: 'open' }]
}

function stopCommands(panel: Panel): readonly Command[] {
  const ends = playsNow(panel).map(({ end: { label, ...end } }) => ({ text: label, also: 'stop end', ...end }))
  if (ends.length === 0) return [{ ...say(panel, 'Stop: nothing plays', 'Nothing plays.'), also: 'all end' }]
  return [...ends, { ...stopAll(panel), also: 'end everything' }]
}

function sandboxCommands(panel: Panel, { sandboxes = [], search = '' }: Known): readonly Command[] {
  const { act, sandbox, openSandbox, undo, go, view } = panel
  const [, typed] = /sandbox ([a-z0-9-]{1,64})$/.exec(search) ?? []
  const free = (number: number): string =>
    sandboxes.includes(`sandbox-${number}`) ? free(number + 1) : `sandbox-${number}`
  const name = typed === undefined || sandboxes.includes(typed) ? free(sandboxes.length + 1) : typed
  const create = async () => {
    const request = { method: 'POST', target: '/_mock/sandboxes', body: { name } } as const
    if (await act(request, `The sandbox “${name}” was created. Its keys end in “.${name}”.`)) openSandbox(name)
  }
  const [, snapshotName = ''] = /snapshot ([a-z0-9-]{1,64})$/.exec(search) ?? []
  // One that is there is to be restored.
  const isNew = snapshotName !== '' && view?.snapshots.includes(snapshotName) === false
  const others = sandboxes.filter((other) => other !== sandbox)
  return [
    undo ? undoCommand(undo) : say(panel, 'Undo', 'There is nothing to undo.'),
    { text: `New sandbox ${name}`, also: 'create add', run: () => void create() },
    ...others.map((other) => ({ text: `Open the sandbox ${other}`, run: () => openSandbox(other) })),
    { text: 'Save a snapshot', run: () => go('data', 'snapshot') },
    ...(isNew
      ? [
          send(
            panel,
            `Save a snapshot ${snapshotName}`,
            ['PUT', `/snapshots/${snapshotName}`],
            `The sandbox was saved as “${snapshotName}”.`,
          ),
        ]
      : []),
    ...(view?.snapshots ?? []).map((snapshot) =>
      send(panel, `Restore the snapshot ${snapshot}`, ['POST', `/snapshots/${encodeURIComponent(snapshot)}/restore`]),
    ),
  ]
}

function animalCommands(panel: Panel, { search = '' }: Known): readonly Command[] {
  const { lists, transport, to, act, go } = panel
  const [, id] = /(?:delete|remove) (?:animal|pet) #?(-?\d+)$/.exec(search) ?? []
  const remove = async () => {
    const page = await transport.send(to('GET', `/animals?search=${id}&limit=1000`))
    const pet = (page as ControlTypes['listAnimals']['reply']).animals.find((one) => String(one.id) === id)
    const undo = pet && to('POST', '/animals', pet)
    await act(to('DELETE', `/animals/${id}`), `Animal ${id} was removed.`, { undo })
  }
  return [
    { text: 'Add an animal', also: 'new create pet', run: () => go('data', 'add') },
    ...(id === undefined ? [] : [{ text: `Remove animal ${id}`, also: 'delete pet', run: () => void remove() }]),
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
    return [...changes.map((one) => ({ ...one, text: `${one.text}: ${name}` })), ...(name === id ? [copy] : [])]
  }
  return [send(panel, 'Reset all quotas', ['DELETE', '/quotas']), ...keyRows(panel).flatMap(ofKey)]
}

/** The colours of the panel, as CSS names them. */
const themes = { 'as the system': 'light dark', light: 'light', dark: 'dark' }

const ends = {
  clear: 'The calls are gone, but for any that are held.',
  reset: 'All is at its start, with no calls.',
}

/** Every action, by what the palette puts it under, in its order, in words for docs/panel.md. */
export const actions = {
  Calls: [
    'open one by its number; copy the open one as curl, fetch or a test, send it again, as it was or edited',
    callCommands,
  ],
  Play: [
    'a scenario, for every call or those to one operation, for ever or so many times',
    (panel, { search = '' }) => {
      // A number of seconds is no count.
      const digits = timeIn(search) ? undefined : /(?:^| )([1-9]\d?)x?(?!\S)/.exec(search)?.[1]
      const count = Number(digits ?? (/\bthrice\b/.test(search) ? 3 : /\btwice\b/.test(search) ? 2 : 1))
      const words: Readonly<Record<number, string>> = { 1: 'once one time', 2: 'twice', 3: 'thrice' }
      const often = `${words[count] ?? ''} ${count} ${count}x times`
      const [, rate] = /flaky ?@?(0\.\d+|1)$/.exec(search) ?? []
      const share = rate === undefined ? [] : [`flaky@${rate}`]
      return [
        ...share.map((scenario) =>
          send(
            panel,
            `Play ${scenario} for every call`,
            ['POST', '/scenarios', { scenario }],
            `${scenario} was set for every call.`,
          ),
        ),
        ...offered(plays(panel)),
        ...offered(plays(panel, count), often),
      ]
    },
  ],
  Stop: ['one thing that plays, or all', stopCommands],
  'Go to': [
    'a section',
    ({ tabs, go }) =>
      tabs.map(({ id, title, also, detail }, at) => ({
        text: `Go to ${title}`,
        also: `open show ${also}`,
        key: String(at + 1),
        run: () => go(id, detail),
      })),
  ],
  Animals: ['add or remove one, load others in place of all', animalCommands],
  Sandbox: ['undo, save a snapshot or restore one, make a sandbox, open another', sandboxCommands],
  'Clear and reset': [
    'the calls, or all of the sandbox',
    (panel) => [
      // Nobody has seen those of the mock that answers.
      panel.next
        ? { text: 'Clear the calls of the mock before', also: 'delete remove', run: panel.next.show }
        : send(panel, 'Clear the calls', ['DELETE', '/journal'], ends.clear, 'delete remove'),
      ...(isMock(panel)
        ? [send(panel, 'Reset this sandbox', ['POST', '/reset'], ends.reset, 'restart start over')]
        : []),
    ],
  ],
  Time: [
    'throttle every answer; freeze, move or reset the clock',
    (panel, { search = '' }) => {
      const timed = timedCommands(panel, search)
      const others = [
        ...throttleCommands(panel).flatMap((one) => (one.isOn ? [] : named('Throttle', one))),
        ...clockCommands(panel).map((one) => named('Clock', one)),
      ]
      return [...timed, ...others.filter(({ text }) => timed.every((one) => one.text !== text))]
    },
  ],
  Keys: ['exhaust, refill, ban, unban or copy one; reset all quotas', keyCommands],
  'Copy and save': [
    'a link to this state; the calls, the animals, the state or the coverage as files',
    (panel) => [
      { text: 'Copy a link to this state', also: 'share', run: () => void copyLink(panel) },
      ...Object.entries(files)
        // A page has all that it needs from a server.
        .filter(([, [path]]) => path !== '/report' || panel.transport.isServer)
        .map(([text, [path, name]]) => ({
          text: `Save ${text}${panel.next ? ', of the new mock' : ''}`,
          also: 'export download',
          run: () => void panel.save(name.replace('*', panel.sandbox), path),
        })),
    ],
  ],
  'Faults and choices': [
    'a fault, or another answer where the interface is silent',
    (panel) => offered([...faultSwitches(panel), ...choiceSwitches(panel)].map((one) => ({ ...one, also: '' }))),
  ],
  Panel: [
    'its keys and its colours',
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
  Record<string, readonly [words: string, (panel: Panel, known: Known) => readonly Command[]]>
>

type Group = keyof typeof actions

const isMock = ({ lists }: Panel) => lists.deployment === null

/** The commands of some groups, or of all, as far as they can be given now: a mock that is gone takes none, a proxy few. */
export function commandsOf(panel: Panel, known: Known, groups = Object.keys(actions) as readonly Group[]) {
  const isPossible = (group: Group) =>
    ['Go to', 'Panel'].includes(group) || (!panel.isLost && (isMock(panel) || group === 'Clear and reset'))
  return groups
    .filter(isPossible)
    .flatMap((group) => actions[group][1](panel, known).map((command): Command => ({ ...command, group })))
}
