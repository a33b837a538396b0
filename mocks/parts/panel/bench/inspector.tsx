import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { JournalEntry } from '../../../journal/journal-entry.ts'
import { usePanel } from '../panel-context.tsx'
import { CallView } from './call-view.tsx'
import { useFeed } from './feed.tsx'
import { Overview } from './overview.tsx'

/**
 * What stands beside a tab: the open call. Without one, what all calls together say of the client.
 */
export function Inspector({ isBench }: { isBench: boolean }) {
  const { call, openCall } = usePanel()
  const { calls } = useFeed()
  const opened = useOpened()
  const box = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLElement>(undefined)
  const tab = () => box.current?.parentElement?.querySelector('.tab') ?? undefined
  useLayoutEffect(() => {
    const focused = (box.current?.getRootNode() as DocumentOrShadowRoot | undefined)?.activeElement
    if (call !== undefined && focused && tab()?.contains(focused)) opener.current = focused as HTMLElement
  }, [call])
  useEffect(() => {
    // It lies over what had the keyboard.
    if (call !== undefined && opener.current?.checkVisibility({ visibilityProperty: true }) === false)
      box.current?.querySelector('h2')?.focus()
  }, [call === undefined])
  if (call === undefined && !isBench) return null
  const close = () => {
    openCall(undefined)
    // What lay below can take the focus only when nothing lies over it any longer.
    queueMicrotask(() => opener.current?.focus({ preventScroll: true }))
  }
  const step = (by: number) => {
    const at = calls.entries.findIndex(({ number }) => number === call)
    const next = calls.entries[at + by]
    if (at !== -1 && next !== undefined) openCall(next.number)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isElsewhere = event.target instanceof Element && event.target.matches('input, textarea, select, pre, code')
    if (event.key === 'ArrowDown' && !isElsewhere) step(1)
    else if (event.key === 'ArrowUp' && !isElsewhere) step(-1)
    else return
    event.preventDefault()
  }
  return (
    <div class={`inspector ${call === undefined ? '' : 'is-open'}`} ref={box} onKeyDown={onKeyDown}>
      {opened === undefined ? <Overview onClose={close} /> : <CallView entry={opened} onClose={close} />}
    </div>
  )
}

/** The open call. It stays open when there is no room for it in the list any longer. */
function useOpened(): JournalEntry | undefined {
  const { call } = usePanel()
  const { calls } = useFeed()
  const kept = useRef<{ entry: JournalEntry; epoch: string | undefined }>(undefined)
  const { entry, epoch } = kept.current ?? {}
  if (call === undefined) kept.current = undefined
  else if (entry?.number !== call || epoch !== calls.epoch) {
    const found = calls.entries.find(({ number }) => number === call)
    kept.current = found && { entry: found, epoch: calls.epoch }
  }
  return kept.current?.entry
}
