/**
 * Closes the innermost thing that is open in a panel: what the keyboard is in, else what lies over the rest. What holds a
 * draft stays open.
 * @returns `free` where nothing was open, so that the key may close the panel itself
 */
export function closeInnermost(frame: Element, event: Event): 'taken' | 'draft' | 'free' {
  const target = event.composedPath().find((one) => one instanceof Element)
  // The browser closes the one, and empties the other.
  if (frame.querySelector(':popover-open') !== null) return 'taken'
  if (target instanceof HTMLInputElement && target.type === 'search' && target.value !== '') return 'taken'
  const boxes = [...frame.querySelectorAll('.tab:not([hidden]) :is(.aside, .call-view, .inner-form)')]
  const box = boxes.findLast((one) => one.contains(target ?? null)) ?? boxes.at(-1)
  if ((box ?? frame).querySelector('[data-draft]') !== null) return 'draft'
  if (box === undefined) return 'free'
  box.querySelector<HTMLElement>('.close')?.click()
  return 'taken'
}
