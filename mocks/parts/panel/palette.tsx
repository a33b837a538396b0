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
  // A short number alone is that of a call.
  const search = typed
    .trim()
    .toLowerCase()
    .replace(/^\?$/, 'help')
    .replace(/^(?=\d{1,2}$)/, '#')
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
            <li id={`${id}-${index}`} role="option" aria-selected={index === at} onClick={() => run(one)}>
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
  (text.toLowerCase().match(/(?<!\S)-\d+|#?\d+(?:\.\d+)?|[\p{L}_][\p{L}\p{N}_]*/gu) ?? []).filter(
    (word) => !idle.has(word),
  )

/** The commands with the most words of a search, of those the ones that have them whole; and whether they have all, as typed. */
function foundBy(commands: readonly Command[], search: string) {
  const known = commands.map(({ text, also = '' }) => wordsOf(`${text} ${also}`))
  const typed = wordsOf(search)
  const verbs = new Set(commands.map(({ text }) => wordsOf(text)[0]))
  // A number is meant whole, and so is what to do.
  const isWord = (wanted: string) => /\d$/.test(wanted) || (wanted === typed[0] && verbs.has(wanted))
  const fits = (word: string, wanted: string) => word === wanted || (!isWord(wanted) && word.startsWith(wanted))
  const wanted = typed.map((word) => {
    // A slip of the fingers. A short word is near to others that mean something else.
    const isKnown = word.length < 5 || known.some((words) => words.some((one) => fits(one, word)))
    return isKnown ? word : (closest(word, known.flat()) ?? word)
  })
  const counts = known.map((words) => wanted.filter((word) => words.some((one) => fits(one, word))).length)
  const most = Math.max(1, ...counts)
  const scoreOf = (at: number) =>
    wanted.filter((word) => known[at]?.includes(word)).length +
    Number(commands[at]?.text.toLowerCase().startsWith(wanted[0] ?? '')) / 2 +
    // Whose name it is, not only the beginning of its name.
    Number(commands[at]?.text.toLowerCase().endsWith(` ${wanted.at(-1)}`)) / 4
  const found = [...commands.keys()]
    .filter((at) => counts[at] === most)
    .toSorted((one, other) => scoreOf(other) - scoreOf(one))
  return {
    found: found.slice(0, mostShown).flatMap((at) => commands[at] ?? []),
    isWhole: most === typed.length && wanted.every((word, at) => word === typed[at]),
  }
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
