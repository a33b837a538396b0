import type { HTMLAttributes } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** Those that the arrow keys go to: not what is in a form or a menu, or folded up. */
const stops =
  ':is(button, a, select, summary):not(:disabled, form *, [popover] *, details:not([open]) > :not(summary) *)'

/** A list, table or line of controls of which Tab meets one. The arrow keys, Home and End go to the others. */
export function Roving({ as: Tag = 'div', ...attributes }: { readonly as?: 'div' | 'ul' } & HTMLAttributes) {
  const box = useRef<HTMLDivElement>(null)
  const settle = () => keepOneStop([...(box.current?.querySelectorAll<HTMLElement>(stops) ?? [])])
  useLayoutEffect(settle)
  const onKeyDown = (event: KeyboardEvent) => {
    const from = event.target
    // In a list to choose from, the arrows choose.
    if (!(from instanceof HTMLElement) || !from.matches(stops) || from.matches('select')) return
    const all = [...(box.current?.querySelectorAll<HTMLElement>(stops) ?? [])].filter((one) => one.checkVisibility())
    const to = nextOf(event.key, from, all)
    if (to === undefined) return
    event.preventDefault()
    to.focus()
  }
  const Box = Tag as 'div'
  return <Box {...attributes} ref={box} onKeyDown={onKeyDown} onFocusIn={settle} />
}

function keepOneStop(all: readonly HTMLElement[]): void {
  const root = all[0]?.getRootNode() as DocumentOrShadowRoot | undefined
  const one = all.find((each) => each === root?.activeElement) ?? all.find(({ tabIndex }) => tabIndex === 0) ?? all[0]
  for (const each of all) each.tabIndex = each === one ? 0 : -1
}

/** Where a key leads: to the one before or after, or to an end. */
function nextOf(key: string, from: HTMLElement, all: readonly HTMLElement[]): HTMLElement | undefined {
  const at = all.indexOf(from)
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    Home: 0,
    End: all.length - 1,
  }
  return all[steps[key] ?? -1]
}
