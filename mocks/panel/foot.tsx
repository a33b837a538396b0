import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'
import { ShellLine } from './ui/text.tsx'

/** How long a notice stands, and the line of what was done. */
const noticeMilliseconds = 8000

/** How high the foot is, with some air. */
const footPixels = 48

/** How long a press on a touch screen is that asks for the line alone: spec/decisions/0091-hold-a-button.md. */
const heldMilliseconds = 500

/** A line for a shell. */
interface Shown {
  readonly line: string
  /** What has it as its `data-line`; absent for what was done, which may be gone. */
  readonly owner?: HTMLElement
}

const nothing: Shown = { line: '' }

/**
 * What stands over the lower edge of a tab for a while: how the last action ended, and the line for a shell that does the
 * same. A line goes with what it belongs to, or when the keyboard or a click goes elsewhere.
 */
export function useFoot(tab: RefObject<HTMLElement | null>) {
  const [{ line, owner }, setShown] = useState(nothing)
  const [notice, setNotice] = useState<{ text: string; isProblem: boolean }>()
  useEffect(() => {
    const timer = setTimeout(() => {
      setNotice(undefined)
      setShown((now) => (now.owner === undefined ? nothing : now))
    }, noticeMilliseconds)
    return () => clearTimeout(timer)
  }, [notice])
  useLayoutEffect(() => {
    // In a tab it is a shadow root, which has the same events.
    const root = tab.current?.getRootNode() as Document | undefined
    const show = (next: HTMLElement | undefined) =>
      setShown((now) => (next ? shownBy(next) : now.owner === undefined ? now : nothing))
    return root && watchOwners(root, show)
  }, [])
  useEffect(() => {
    if (owner === undefined) return
    // A form has another line with each letter, also with those typed since it was entered.
    const show = () => setShown(shownBy(owner))
    show()
    const observer = new MutationObserver(show)
    observer.observe(owner, { attributeFilter: ['data-line'] })
    return () => observer.disconnect()
  }, [owner])
  const edge = (tab.current?.getBoundingClientRect().bottom ?? 0) - footPixels
  // It must not lie over what it belongs to.
  const isHigh = owner && tab.current?.contains(owner) === true && owner.getBoundingClientRect().bottom > edge
  return {
    foot: (
      <div class={`foot ${isHigh === true ? 'is-high' : ''}`}>
        <p role="status" class={notice?.isProblem === true ? 'notice problem' : 'notice'}>
          {notice?.text ?? ''}
        </p>
        {line !== '' && owner?.checkVisibility() !== false && <ShellLine line={line} what="the line for a shell" />}
      </div>
    ),
    setNotice,
    showDone: (done: string) => setShown({ line: done }),
    clear: () => {
      setShown(nothing)
      setNotice(undefined)
    },
  }
}

function shownBy(owner: HTMLElement): Shown {
  return { owner, line: owner.dataset['line'] ?? '' }
}

function targetOf(event: Event): Element | undefined {
  const [target] = event.composedPath()
  return target instanceof Element ? target : undefined
}

function ownerOf(event: Event): HTMLElement | undefined {
  return targetOf(event)?.closest<HTMLElement>('[data-line]') ?? undefined
}

/** Tells what has a line and is pointed at, touched or focused, until the returned function is called. */
function watchOwners(root: Document, onOwner: (owner: HTMLElement | undefined) => void) {
  const watching = new AbortController()
  // Before the elements themselves, so that the line of what they do comes last.
  const first = { capture: true, signal: watching.signal }
  let touchedAt = Infinity
  let pointed: HTMLElement | undefined
  const take = (event: Event) => {
    if (targetOf(event)?.closest('.foot') == null) onOwner(ownerOf(event))
  }
  // Not `pointerover`, which comes, too, when what is under a pointer that rests is moved away.
  const point = (event: Event) => {
    const owner = ownerOf(event)
    // A form shows its line while it is filled in.
    if (owner !== pointed && owner?.matches('form') === false) onOwner(owner)
    pointed = owner
  }
  root.addEventListener('pointermove', point, first)
  for (const name of ['focusin', 'pointerdown', 'click']) root.addEventListener(name, take, first)
  root.addEventListener('keydown', ({ key }) => key === 'Escape' && onOwner(undefined), first)
  const press = ({ pointerType }: PointerEvent) => {
    touchedAt = pointerType === 'touch' ? performance.now() : Infinity
  }
  const click = (event: MouseEvent) => {
    // For a click by keyboard, `event.detail` is 0.
    const isHeld = event.detail > 0 && performance.now() - touchedAt > heldMilliseconds
    if (isHeld && ownerOf(event)?.matches('button') === true) event.stopPropagation()
  }
  root.addEventListener('pointerdown', press, first)
  root.addEventListener('click', click, first)
  return () => watching.abort()
}
