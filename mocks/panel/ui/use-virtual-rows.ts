import { Virtualizer, elementScroll, observeElementOffset, observeElementRect } from '@tanstack/virtual-core'
import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks'

interface VirtualRowsOptions {
  readonly count: number
  /** The height of each row, in CSS pixels. */
  readonly rowHeight: number
  /** The height of what stays at the top of the scroller, above the rows, in CSS pixels. */
  readonly headHeight?: number
  /** How many rows are there beyond what is seen, on either side. */
  readonly overscan?: number
}

/** The rows that are to be in the page. */
export interface VirtualRows {
  /** Give this to the element that scrolls, as its `ref`. */
  readonly scroller: (element: HTMLElement | null) => void
  /** The first row to be in the page, and the one after the last. */
  readonly from: number
  readonly to: number
  /** How tall all rows are together: the height of the one element in the scroller. */
  readonly height: number
  /** How far down the first row begins. Move a box of all rows there, and rows that stay need no new style. */
  readonly offset: number
  /** Brings a row into view, moving as little as needed unless another place is named. */
  readonly show: (index: number, align?: 'auto' | 'start' | 'center' | 'end') => void
}

/** Of many rows of one height in an element that scrolls, keeps only those in the page that can be seen. */
export function useVirtualRows({ count, rowHeight, headHeight = 0, overscan = 8 }: VirtualRowsOptions): VirtualRows {
  const [element, scroller] = useState<HTMLElement | null>(null)
  const [, renderAgain] = useReducer((times: number) => times + 1, 0)
  const options = {
    count,
    overscan,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    estimateSize: () => rowHeight,
    getScrollElement: () => element,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => renderAgain(undefined),
  }
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options))
  virtualizer.setOptions(options)
  // oxlint-disable no-underscore-dangle -- these two are how virtual-core is told of a component's life
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer])
  useLayoutEffect(() => virtualizer._willUpdate())
  // oxlint-enable no-underscore-dangle
  const measuredHeight = useRef(rowHeight)
  useLayoutEffect(() => {
    const before = measuredHeight.current
    if (before === rowHeight) return
    measuredHeight.current = rowHeight
    const first = Math.floor((virtualizer.scrollOffset ?? 0) / before)
    virtualizer.measure()
    // Who read a row goes on reading there.
    virtualizer.scrollToIndex(first, { align: 'start' })
  }, [virtualizer, rowHeight])

  const items = virtualizer.getVirtualItems()
  const [first] = items
  const last = items.at(-1)
  return {
    scroller,
    from: first?.index ?? 0,
    to: last === undefined ? 0 : last.index + 1,
    height: count * rowHeight,
    offset: first === undefined ? 0 : first.start - headHeight,
    show: (index, align = 'auto') => virtualizer.scrollToIndex(index, { align }),
  }
}
