import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { usePanel } from '../panel-context.tsx'

/** Brings an element into sight, with the keyboard, when a link leads to what has this id in its section. */
export function useArrival(id: string, element: RefObject<HTMLElement | null>): boolean {
  const { detail } = usePanel()
  const isWanted = detail === id
  useEffect(() => {
    if (!isWanted) return
    // After the panel, which goes to the top of a section that it comes to.
    queueMicrotask(() => {
      element.current?.scrollIntoView({ block: 'start' })
      element.current?.focus({ preventScroll: true })
    })
  }, [isWanted])
  return isWanted
}

interface FoldProps {
  readonly id: string
  readonly title: string
  /** What stands beside the title, folded or not. */
  readonly about: ComponentChildren
  readonly isOpen?: boolean
  readonly children: ComponentChildren
}

/** A part that is folded up until somebody asks for it, by a click or by a link to its id. */
export function Fold({ id, title, about, isOpen: isOpenFirst = false, children }: FoldProps) {
  const summary = useRef<HTMLElement>(null)
  const isWanted = useArrival(id, summary)
  const [isOpen, setOpen] = useState(isWanted || isOpenFirst)
  useEffect(() => {
    if (isWanted) setOpen(true)
  }, [isWanted])
  return (
    <details
      class="card fold"
      aria-label={title}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => setOpen(open)}
    >
      <summary ref={summary}>
        <h2>{title}</h2> <span class="muted">{about}</span>
      </summary>
      {isOpen && children}
    </details>
  )
}
