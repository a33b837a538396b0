import { Fragment, type RefObject } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { closest } from '../../../spec/index.ts'
import type { Sandbox } from '../../../spec/made/control-types.ts'
import { type Command, commandsOf } from './actions.ts'
import { useOpenCall } from './bench/call-commands.tsx'
import { useFeed } from './bench/feed.tsx'
import { usePanel } from './panel-context.tsx'
import { CurlButton } from './ui/text.tsx'
import { useResource } from './use-resource.ts'
import { visibleText } from './visible-text.ts'

const mostShown = 50

/** How many of each group are shown before somebody searches. */
const firstOfGroup = 3

/** The commands to search through. Show it as the popover that it is. */
export function Palette({ box }: { box: RefObject<HTMLDivElement | null> }) {
  const [isOpen, setOpen] = useState(false)
  const showKeys = () => box.current?.parentElement?.querySelector<HTMLElement>('.keys')?.showPopover()
  return (
    <div
      ref={box}
      class="floating palette"
      popover="auto"
      role="dialog"
      aria-label="Actions"
      // Before it shows, so that keys typed at once go into it; after it is hidden, so that the keyboard goes back.
      onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
      onToggle={({ newState }) => setOpen(newState === 'open')}
    >
      {isOpen ? <Search onEnd={() => box.current?.hidePopover()} showKeys={showKeys} /> : null}
    </div>
  )
}

function Search({ onEnd, showKeys }: { onEnd: () => void; showKeys: () => void }) {
  const panel = usePanel()
  const { calls } = useFeed()
  const ofCall = useOpenCall()
  const { value: sandboxes = [] } = useResource<Sandbox[]>('/_mock/sandboxes')
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<number>()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const search = typed.trim().toLowerCase().replace(/^\?$/, 'help')
  const all = commandsOf(panel, {
    search,
    ofCall,
    hasCall: (number) => calls.some((one) => one.number === number),
    sandboxes: sandboxes.map(({ name }) => name),
    showKeys,
  })
  // Before somebody searches, a few of each group.
  const some = [...Map.groupBy(all, ({ group }) => group).values()].flatMap((group) => group.slice(0, firstOfGroup))
  const { found, isWhole } = search === '' ? { found: some, isWhole: true } : foundBy(all, search)
  // Without words, or with others than those that were typed, an action is done only once it was chosen.
  const at = Math.min(chosen ?? (isWhole && search !== '' ? 0 : -1), found.length - 1)
  const command = found[at]
  useLayoutEffect(() => input.current?.focus(), [])
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [command?.text])
  const run = (one: Command | undefined) => {
    if (one === undefined) return
    onEnd()
    if ('run' in one) one.run()
    else void panel.act(one.request, one.done)
  }
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: (at + 1) % found.length,
    ArrowUp: at > 0 ? at - 1 : found.length - 1,
  }
  return (
    <>
      <input
        ref={input}
        role="combobox"
        aria-label="Find an action"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={command && `${id}-${at}`}
        placeholder="429 list, offline once, #12, new sandbox checkout …"
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onInput={({ currentTarget: { value } }) => {
          setTyped(value)
          setChosen(undefined)
        }}
        onKeyDown={(event) => {
          const move = moves[event.key]
          if (move !== undefined) setChosen(move)
          else if (event.key === 'Enter') run(command)
          else return
          event.preventDefault()
        }}
      />
      <ul ref={list} id={id} role="listbox" aria-label="Actions" class="scroller">
        {found.map((one, index) => (
          <Fragment key={one.text}>
            {one.group !== found[index - 1]?.group && (
              <li role="presentation">
                <small>{one.group}</small>
              </li>
            )}
            <li
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              aria-disabled={one.isIdle}
              onClick={() => run(one)}
            >
              {visibleText(one.text)}
              <small class="clip grows">{one.about}</small>
              {one.key && <kbd>{one.key}</kbd>}
            </li>
          </Fragment>
        ))}
      </ul>
      <div class="row">
        <p class="muted grows" role="status">
          {found.length === 0
            ? panel.isLost
              ? 'The mock does not answer.'
              : 'No action fits. Use other words.'
            : command === undefined
              ? `${search === '' ? '' : 'No action has all these words. '}The arrow keys choose one.`
              : 'request' in command && 'The same in a shell:'}
        </p>
        {command && 'request' in command && <CurlButton line={panel.lineOf(command.request)} />}
      </div>
    </>
  )
}

/** Words that say nothing of what is wanted. */
const idle = new Set('a an and for i in it make me my of on please set the to turn want with'.split(' '))

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .filter((word) => word !== '' && !idle.has(word))

/** The commands with the most of the words of a search, at best as beginnings; and whether they have all of them, as typed. */
function foundBy(commands: readonly Command[], search: string) {
  const known = commands.map(({ text, also = '' }) => wordsOf(`${text} ${also}`))
  const names = new Set(known.flat().filter((word) => word.includes('_')))
  const scoreOf = (all: readonly string[], wanted: string) => {
    // A number or a letter is meant whole.
    if (/^(?:\d+|.)$/u.test(wanted)) return all.includes(wanted) ? 2 : 0
    // So is the name of a key, which can be the beginning of another one.
    const name = [wanted, `test_${wanted}`].find((one) => names.has(one))
    const words = name === undefined ? all : all.filter((word) => word === name || !names.has(word))
    return words.some((word) => word.startsWith(wanted)) ? 2 : Number(words.some((word) => word.includes(wanted)))
  }
  const bestFor = (wanted: readonly string[]) => {
    const scores = known.map((words) => wanted.map((word) => scoreOf(words, word)))
    const has = scores.map((each) => each.filter(Boolean).length)
    const sums = scores.map((each, at) => (has[at] === Math.max(...has) ? each.reduce((sum, one) => sum + one, 0) : 0))
    const most = Math.max(1, ...sums)
    const isFirst = ({ text }: Command) => Number(text.toLowerCase().startsWith(wanted[0] ?? ''))
    const found = commands.filter((_, at) => sums[at] === most).toSorted((one, other) => isFirst(other) - isFirst(one))
    return { found: found.slice(0, mostShown), isWhole: Math.max(...has) === wanted.length }
  }
  const wanted = wordsOf(search)
  const whole = bestFor(wanted)
  if (whole.isWhole) return whole
  // A number alone leads nowhere.
  const words = wanted.filter((word) => !/^\d+$/.test(word))
  const { found } = bestFor(words)
  // A slip of the fingers. A short word is near to others that mean something else.
  const meant = (word: string) => (word.length < 5 ? word : (closest(word, known.flat()) ?? word))
  return { found: found.length > 0 ? found : bestFor(words.map(meant)).found, isWhole: false }
}

/** The keys of the panel, and what each does. */
const keys = {
  'Ctrl K': 'all actions',
  '1 2 3 4 5': 'the sections',
  '/': 'search',
  '?': 'these keys',
  '↑ ↓ ← →': 'move in a list',
  Enter: 'open or do it',
  'Ctrl Enter': 'send what is written',
  Delete: 'remove the animal of the row',
  Esc: 'close',
}

/** What the keys do. Show it as the popover that it is. */
export function Keys() {
  return (
    <div class="floating palette keys" popover="auto" role="dialog" aria-label="Keys of the panel">
      <h2>Keys of the panel</h2>
      <ul class="lined">
        {Object.entries(keys).map(([key, does]) => (
          <li key={key}>
            {does} <kbd>{key}</kbd>
          </li>
        ))}
      </ul>
    </div>
  )
}
