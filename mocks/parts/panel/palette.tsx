import { Fragment, type RefObject } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { closest } from '../../../spec/index.ts'
import type { Sandbox } from '../../../spec/made/control-types.ts'
import { type Command, commandsOf } from './actions.ts'
import { useOpenCall } from './bench/call-commands.tsx'
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
      {isOpen ? <Search onEnd={() => box.current?.hidePopover()} /> : null}
    </div>
  )
}

function Search({ onEnd }: { onEnd: () => void }) {
  const panel = usePanel()
  const ofCall = useOpenCall()
  const { value: sandboxes = [] } = useResource<Sandbox[]>('/_mock/sandboxes')
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState(0)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const all = commandsOf(panel, { ofCall, sandboxes: sandboxes.map(({ name }) => name) })
  const groups = Map.groupBy(all, ({ group }) => group)
  const found =
    search === ''
      ? [...groups.values()].flatMap((some) => some.slice(0, firstOfGroup))
      : foundBy(all, search).slice(0, mostShown)
  /** How many of a group are found only by a search. */
  const moreOf = (group: string | undefined) => {
    const more = (groups.get(group)?.length ?? 0) - firstOfGroup
    return search === '' && more > 0 ? ` · ${more} more when you search` : ''
  }
  const at = Math.min(chosen, found.length - 1)
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
  const moves: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: found.length - 1 }
  return (
    <>
      <input
        ref={input}
        role="combobox"
        aria-label="Find an action"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={command && `${id}-${at}`}
        placeholder="429 list, offline once, freeze, add pet …"
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
      <ul ref={list} id={id} role="listbox" aria-label="Actions" class="scroller">
        {found.map((one, index) => (
          <Fragment key={one.text}>
            {one.group !== found[index - 1]?.group && (
              <li role="presentation">
                <small>{`${one.group}${moreOf(one.group)}`}</small>
              </li>
            )}
            <li id={`${id}-${index}`} role="option" aria-selected={index === at} onClick={() => run(one)}>
              {visibleText(one.text)}
              {one.key && <kbd>{one.key}</kbd>}
            </li>
          </Fragment>
        ))}
      </ul>
      <div class="row">
        <p class="muted grows" role="status">
          {command === undefined ? 'No action fits. Use other words.' : 'request' in command && 'The same in a shell:'}
        </p>
        {command && 'request' in command && <CurlButton line={panel.lineOf(command.request)} />}
      </div>
    </>
  )
}

/** The commands that have the most of the words of a search, at best as beginnings of words; first those that begin as it does. */
function foundBy(commands: readonly Command[], search: string): readonly Command[] {
  const wordsOf = (text: string) =>
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
  const known = commands.map(({ text, also = '' }) => wordsOf(`${text} ${also}`))
  const scoreOf = (words: readonly string[], wanted: string) =>
    words.some((word) => word.startsWith(wanted)) ? 2 : Number(words.some((word) => word.includes(wanted)))
  const bestFor = (wanted: readonly string[]) => {
    const scores = known.map((words) => wanted.reduce((sum, word) => sum + scoreOf(words, word), 0))
    const most = Math.max(1, ...scores)
    return commands.filter((_, at) => scores[at] === most)
  }
  const wanted = wordsOf(search)
  let found = bestFor(wanted)
  // A slip of the fingers is forgiven where nothing has what was typed. A short word is near to others that mean something else.
  const forgiven = (word: string) => (word.length < 5 ? word : (closest(word, known.flat()) ?? word))
  if (found.length === 0) found = bestFor(wanted.map(forgiven))
  const isFirst = ({ text }: Command) => Number(text.toLowerCase().startsWith(wanted[0] ?? ''))
  return found.toSorted((one, other) => isFirst(other) - isFirst(one))
}
