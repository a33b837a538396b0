import type { RefObject } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ControlRequest } from '../control/client/transport.ts'
import { keyIn } from '../keys/keys.ts'
import { demos } from '../world/demos.ts'
import { type Panel, usePanel } from './panel-context.tsx'
import { jumps, modes, steps } from './situation/clock.tsx'
import { byUse, columnOf, wordsOf } from './situation/spoken.ts'
import { tabsOf } from './tabs.tsx'
import { themes } from './theme.ts'
import { CurlButton } from './ui/text.tsx'
import { useResource } from './use-resource.ts'
import type { Sandbox, Scenario } from '../../spec/made/control-types.ts'
import { hasWords, visibleText } from './visible-text.ts'

const mostShown = 50

const keys = { 'Ctrl K': 'commands', '/': 'search', '?': 'these keys', '↑ ↓ Enter': 'choose and open', Esc: 'close' }

/** The commands to search through, and the keys of the panel. Show it as the popover that it is. */
export function Palette({ box }: { box: RefObject<HTMLDivElement | null> }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div
      ref={box}
      class="floating palette"
      popover="auto"
      role="dialog"
      aria-label="Commands"
      // Before it shows, so that keys typed at once go into it; after it is hidden, so that the keyboard goes back.
      onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
      onToggle={({ newState }) => setOpen(newState === 'open')}
    >
      {isOpen ? <Search onEnd={() => box.current?.hidePopover()} /> : null}
    </div>
  )
}

function Search({ onEnd }: { onEnd: () => void }) {
  const panel = usePanel()
  const { value: sandboxes = [] } = useResource<Sandbox[]>('/_mock/sandboxes')
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const all = commandsOf(
    panel,
    sandboxes.map(({ name }) => name),
  )
  const found = foundBy(all, search).slice(0, mostShown)
  const at = Math.min(chosen, found.length - 1)
  const command = found[at]
  useLayoutEffect(() => input.current?.focus(), [])
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [command?.text])
  const run = (one: Command | undefined) => {
    if (one === undefined) return
    onEnd()
    if ('run' in one) one.run()
    else void panel.act(one.request, one.done)
  }
  const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: found.length - 1 }
  return (
    <>
      <input
        ref={input}
        role="combobox"
        aria-label="Find a command"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={command && `${id}-${at}`}
        placeholder="429, offline, slow, freeze, reset, go to …"
        autocomplete="off"
        spellcheck={false}
        value={search}
        onInput={({ currentTarget: { value } }) => {
          setSearch(value)
          setChosen(0)
        }}
        onKeyDown={(event) => {
          const move = moves[event.key]
          if (move !== undefined) setChosen((at + move) % found.length)
          else if (event.key === 'Enter') run(command)
          else return
          event.preventDefault()
        }}
      />
      <ul ref={list} id={id} role="listbox" aria-label="Commands" class="scroller">
        {found.map((one, index) => (
          <li key={one.text} id={`${id}-${index}`} role="option" aria-selected={index === at} onClick={() => run(one)}>
            {visibleText(one.text)}
          </li>
        ))}
      </ul>
      <p class="muted" role="status">
        {found.length === 0 ? 'No command fits. Search for less.' : ''}
      </p>
      <p class="row muted">
        {command && 'request' in command && <CurlButton line={panel.lineOf(command.request)} />}
        {Object.entries(keys).map(([key, does]) => (
          <span key={key}>
            <kbd>{key}</kbd> {does}
          </span>
        ))}
      </p>
    </>
  )
}

/** Something that can be done from anywhere in the panel: a request of the control API, or a step inside the panel. */
type Command = {
  readonly text: string
  /** Other words for it. */
  readonly also?: string
} & ({ readonly request: ControlRequest; readonly done: string } | { readonly run: () => void })

/** The status that a scenario without a column answers with. */
const statusIn = (words: string) => /\b[1-5]\d\d\b/.exec(words)?.[0]

/** The commands that have every word of a search; first those in which each of them begins a word. */
function foundBy(commands: readonly Command[], search: string): readonly Command[] {
  const beginsWords = (text: string) =>
    search
      .toLowerCase()
      .split(/\s+/)
      .every((word) => ` ${text.toLowerCase()}`.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').includes(` ${word}`))
  const textOf = ({ text, also = '' }: Command) => `${text} ${also}`
  const fitting = commands.filter((command) => hasWords(textOf(command), search))
  return fitting.toSorted((one, other) => Number(beginsWords(textOf(other))) - Number(beginsWords(textOf(one))))
}

/** Everything that can be done with the sandbox that is looked at, by what a person calls it. */
function commandsOf(panel: Panel, sandboxes: readonly string[]): readonly Command[] {
  const { sandbox, view, lists, isLost } = panel
  const send = (text: string, ...request: Parameters<Panel['to']>): Command => ({
    text,
    request: panel.to(...request),
    done: `Done: ${text}.`,
  })
  const quota = (key: string, text: string, change: object) =>
    send(`Quota of ${key}: ${text}`, 'PUT', '/quotas', { key, ...change })
  const goTo = tabsOf(panel).map(({ id, title, also }) => ({ text: `Go to ${title}`, also, run: () => panel.go(id) }))
  const colours = themes.map((theme) => ({ text: `Colours: ${theme}`, run: () => panel.chooseTheme(theme) }))
  // A mock that is gone can be asked for nothing.
  if (isLost) return [...goTo, ...colours]
  const clear = send('Clear the calls', 'DELETE', '/journal')
  const play = ({ id, operations }: Scenario, operation?: string) => {
    if (operation !== undefined && operations?.some((one) => one === operation) === false) return []
    const spoken = [columnOf(id) ?? statusIn(wordsOf(id)), operation && `for ${operation}`].filter(Boolean).join(' ')
    const text = `Play ${id}${spoken === '' || spoken === id ? '' : ` (${spoken})`}`
    return [{ ...send(text, 'POST', '/scenarios', { scenario: id, operation }), also: wordsOf(id) }]
  }
  const scenarios = byUse(lists.scenarios)
  if (lists.deployment !== null) return [...goTo, clear, ...colours]
  return [
    ...scenarios.flatMap((scenario) => play(scenario)),
    send('End all scenarios', 'DELETE', '/scenarios'),
    send('Release what is held back', 'POST', '/held/release', {}),
    ...scenarios.flatMap((scenario) => lists.operations.flatMap(({ id }) => play(scenario, id))),
    { text: 'Add an animal', run: () => panel.go('data', 'add') },
    ...goTo,
    ...colours,
    ...sandboxes
      .filter((name) => name !== sandbox)
      .map((name) => ({ text: `Open the sandbox ${name}`, run: () => panel.openSandbox(name) })),
    send('Reset this sandbox', 'POST', '/reset'),
    clear,
    ...Object.entries(modes).map(([text, { body }]) => ({
      ...send(`Clock: ${text}`, 'PATCH', '/settings', { clock: body }),
      also: body.mode,
    })),
    ...Object.entries(steps).map(([text, seconds]) => send(`Clock: ${text}`, 'POST', '/clock/advance', { seconds })),
    ...Object.entries(jumps).map(([text, { body }]) => send(`Clock: ${text}`, 'PATCH', '/settings', { clock: body })),
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
    send('Choices: back to the start', 'PATCH', '/settings', { profile: null }),
    ...lists.silences.flatMap(({ id, choices }) =>
      choices.map(({ choice }) => send(`Choose ${id}: ${choice}`, 'PATCH', '/settings', { profile: { [id]: choice } })),
    ),
    send('Switch off the fault', 'PATCH', '/settings', { fault: null }),
    ...lists.faults.map(({ id }) => send(`Switch on the fault ${id}`, 'PATCH', '/settings', { fault: id })),
  ]
}
