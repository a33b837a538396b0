import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { ShellLine } from './ui/text.tsx'

/** How long a notice stands, and the line of what was done. */
const noticeMilliseconds = 8000

/** How high the foot is, with some air. */
const footPixels = 48

/** A line for a shell. */
interface Line {
  readonly text: string
  /** What it would be sent by; `undefined` for what was done, which may be gone. */
  readonly owner: Element | undefined
  /** Whether its owner is so low that the foot would lie over it. */
  readonly isLow: boolean
}

/**
 * What stands over the lower edge of a tab for a while: how the last action ended, and the line for a shell that does the
 * same. A line goes with what it belongs to, or when the keyboard or a click goes elsewhere.
 */
export function useFoot(tab: RefObject<HTMLElement | null>) {
  const [line, setLine] = useState<Line>()
  const [notice, setNotice] = useState<{ text: string; isProblem: boolean }>()
  const shown = useRef<Line>(undefined)
  const show = (next: Line | undefined) => {
    shown.current = next
    setLine(next)
  }
  const clear = () => {
    show(undefined)
    setNotice(undefined)
  }
  useEffect(() => {
    const timer = setTimeout(() => {
      setNotice(undefined)
      if (shown.current?.owner === undefined) show(undefined)
    }, noticeMilliseconds)
    return () => clearTimeout(timer)
  }, [notice])
  useEffect(() => {
    const leave = (event: Event) => {
      const { owner } = shown.current ?? {}
      const [target] = event.composedPath()
      const isKey = event instanceof KeyboardEvent
      const isInside = target instanceof Element && (target.closest('.foot') !== null || owner?.contains(target))
      if (owner !== undefined && (isKey ? event.key === 'Escape' : !isInside)) show(undefined)
    }
    const root = tab.current?.getRootNode()
    // Before the elements themselves, which may show a line of their own.
    for (const name of ['focusin', 'pointerdown', 'keydown']) root?.addEventListener(name, leave, true)
    return () => {
      for (const name of ['focusin', 'pointerdown', 'keydown']) root?.removeEventListener(name, leave, true)
    }
  }, [])
  return {
    foot: (
      <div class={`foot ${line?.isLow === true ? 'is-high' : ''}`}>
        <p role="status" class={notice?.isProblem === true ? 'notice problem' : 'notice'}>
          {notice?.text ?? ''}
        </p>
        {line !== undefined && line.text !== '' && line.owner?.checkVisibility() !== false && (
          <ShellLine line={line.text} what="the line for a shell" />
        )}
      </div>
    ),
    setNotice,
    clear,
    /** Shows the line of what was done, or of what its owner would do. */
    showLine: (text: string, owner?: Element) => {
      const edge = (tab.current?.getBoundingClientRect().bottom ?? 0) - footPixels
      const isLow = owner !== undefined && tab.current?.contains(owner) && owner.getBoundingClientRect().bottom > edge
      show({ text, owner, isLow: isLow === true })
    },
  }
}
