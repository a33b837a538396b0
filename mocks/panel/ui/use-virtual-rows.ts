import { useLayoutEffect, useRef, useState } from 'preact/hooks'

interface VirtualRowsOptions {
  readonly count: number
  /** The height of each row, in CSS pixels. */
  readonly rowHeight: number
  /** The height of what stays at the top of the scroller, above the rows, in CSS pixels. */
  readonly headHeight?: number
  /** How many rows stand ready beyond what is seen, on either side. */
  readonly overscan?: number
}

/**
 * Of many rows of one height in an element that scrolls, keeps only those in the page that can be seen. Our own, for the
 * arithmetic is short: spec/decisions/0044-own-virtual-rows.md.
 */
export function useVirtualRows({ count, rowHeight, headHeight = 0, overscan = 8 }: VirtualRowsOptions) {
  const [element, scroller] = useState<HTMLElement | null>(null)
  const [[first, last], setSeen] = useState<readonly [number, number]>([0, 0])
  const heightBefore = useRef(rowHeight)
  useLayoutEffect(() => {
    if (element === null) return undefined
    // Who reads a row goes on reading there when all rows change their height.
    const firstRead = Math.floor(element.scrollTop / heightBefore.current)
    if (heightBefore.current !== rowHeight) element.scrollTop = firstRead * rowHeight
    heightBefore.current = rowHeight
    const look = () => {
      const top = Math.floor(element.scrollTop / rowHeight)
      const bottom = Math.ceil((element.scrollTop + element.clientHeight - headHeight) / rowHeight)
      setSeen((before) => (before[0] === top && before[1] === bottom ? before : [top, bottom]))
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [element, rowHeight, headHeight])

  const from = Math.max(0, Math.min(first, count) - overscan)
  return {
    /** Give this to the element that scrolls, as its `ref`. */
    scroller,
    /** The first row to be in the page, and the one after the last. */
    from,
    to: Math.min(count, last + overscan),
    /** How tall all rows are together: the height of the one element in the scroller. */
    height: count * rowHeight,
    /** How far down the first row begins. Move a box of all rows there, and rows that stay need no new style. */
    offset: from * rowHeight,
    /** Brings a row into view, moving as little as needed. */
    show: (index: number) => {
      if (element === null) return
      const lowest = index * rowHeight
      const highest = lowest + rowHeight + headHeight - element.clientHeight
      element.scrollTop = Math.min(lowest, Math.max(highest, element.scrollTop))
    },
  }
}
