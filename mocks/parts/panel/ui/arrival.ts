import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { usePanel } from '../panel-context.tsx'

/** Gives the keyboard to the element of this ref, when a link leads to what has this id in its section. */
export function useArrival<T extends HTMLElement>(id: string): RefObject<T | null> {
  const element = useRef<T>(null)
  const { detail } = usePanel()
  useEffect(() => {
    // After the panel, which goes to the top of a section that it comes to.
    if (detail === id) queueMicrotask(() => element.current?.focus())
  }, [detail])
  return element
}
