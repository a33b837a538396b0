/**
 * Closes the innermost thing that is open in a panel: what the keyboard is in, else what lies over the rest.
 * @returns whether anything was open; else the key may close the panel itself
 */
export function closeInnermost(frame: Element, event: Event): boolean {
  const target = event.composedPath().find((one) => one instanceof Element)
  // The browser closes the one, and empties the other.
  if (frame.querySelector(':popover-open') !== null) return true
  if (target instanceof HTMLInputElement && target.type === 'search' && target.value !== '') return true
  const boxes = [...frame.querySelectorAll('.tab:not([hidden]) :is(.aside, .call-view)')]
  const box = boxes.findLast((one) => one.contains(target ?? null)) ?? boxes.at(-1)
  box?.querySelector<HTMLElement>('.close')?.click()
  return box !== undefined
}
