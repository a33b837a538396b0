/** Remembers, until its form is sent, that somebody wrote something. */
export function keepDraft(event: Event): void {
  const field = targetOf(event)
  if (field?.matches('form :is(textarea, select, input)') !== true) return
  field.toggleAttribute('data-draft', (field as HTMLInputElement).value !== '')
}

/** Forgets what a form has sent. */
export function forgetDraft(form: Element): void {
  for (const field of form.querySelectorAll('[data-draft]')) field.removeAttribute('data-draft')
}

/**
 * Closes the innermost thing that is open in a panel: what the keyboard is in, else what lies over the rest. What holds a
 * draft stays open.
 * @returns `free` where nothing was open, so that the key may close the panel itself
 */
export function closeInnermost(frame: Element, event: Event): 'taken' | 'draft' | 'free' {
  const target = targetOf(event)
  // The browser closes the one, and empties the other.
  if (frame.querySelector(':popover-open') !== null) return 'taken'
  if (target instanceof HTMLInputElement && target.type === 'search' && target.value !== '') return 'taken'
  const boxes = [...frame.querySelectorAll('.tab:not([hidden]) :is(.aside, .call-view)')]
  const box = boxes.find((one) => one.contains(target ?? null)) ?? boxes.at(-1)
  if ((box ?? frame).querySelector('[data-draft]') !== null) return 'draft'
  if (box === undefined) return 'free'
  box.querySelector<HTMLElement>('.close')?.click()
  return 'taken'
}

function targetOf(event: Event): Element | undefined {
  const [target] = event.composedPath()
  return target instanceof Element ? target : undefined
}
