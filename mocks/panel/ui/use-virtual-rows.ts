import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** Browsers lay out no element that is much taller than this. */
const tallestPixels = 15_000_000

/** How many rows stand ready beyond what is seen, on either side. */
const overscan = 8

/** The rows of a long list that stand in the page. */
export type VirtualRows = ReturnType<typeof useVirtualRows>

/**
 * Of many rows of one height in an element that scrolls, keeps only those in the page that can be seen. The style of the
 * element says how high a row is (`--row-height`, in pixels); its first child is the head, which stays at the top. Our
 * own, for the arithmetic is short: spec/decisions/0044-own-virtual-rows.md.
 */
export function useVirtualRows(wanted: number) {
  const [element, scroller] = useState<HTMLElement | null>(null)
  const [{ top, bottom, rowHeight }, setSeen] = useState({ top: 0, bottom: 0, rowHeight: 32 })
  const heightBefore = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (element === null) return undefined
    const look = () => {
      const height = Number.parseFloat(getComputedStyle(element).getPropertyValue('--row-height'))
      // Who reads a row goes on reading there when all rows change their height.
      const before = heightBefore.current ?? height
      heightBefore.current = height
      const first = Math.floor(element.scrollTop / before)
      const seen = { top: first, bottom: first + Math.ceil(element.clientHeight / height) + 1, rowHeight: height }
      setSeen((last) => (last.top === seen.top && last.bottom === seen.bottom && before === height ? last : seen))
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [element])
  useLayoutEffect(() => {
    if (element !== null) element.scrollTop = top * rowHeight
    // Only a new height moves it; the list is as tall as its new rows by now.
  }, [rowHeight])

  const count = Math.min(wanted, Math.floor(tallestPixels / rowHeight))
  return {
    /** Give this to the element that scrolls, as its `ref`. */
    scroller: scroller as (element: HTMLElement | null) => void,
    /** How many rows there are: as many as were wanted, or as a browser can lay out. */
    count,
    rowHeight,
    /** The first row to be in the page, and the one after the last. */
    from: Math.max(0, Math.min(top, count) - overscan),
    to: Math.min(count, bottom + overscan),
    /** Brings a row into view, moving as little as needed. */
    show: (index: number) => {
      if (element === null) return
      const lowest = index * rowHeight
      const head = element.firstElementChild?.clientHeight ?? 0
      const highest = lowest + rowHeight + head - element.clientHeight
      element.scrollTop = Math.min(lowest, Math.max(highest, element.scrollTop))
    },
  }
}
