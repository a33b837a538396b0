import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { Button } from './layout.tsx'

/** The gap between a menu and the edge of the window, in pixels. */
const gap = 8

/** A button with three dots that shows what is done seldom. Escape closes it, and the keyboard goes back to the button. */
export function Menu({ label, children }: { label: string; children: ComponentChildren }) {
  const id = useId()
  const button = useRef<HTMLSpanElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const place = () => {
    const from = button.current?.getBoundingClientRect()
    if (from === undefined || box.current === null) return
    const { offsetWidth, offsetHeight, style } = box.current
    style.left = `${Math.max(gap, from.right - offsetWidth)}px`
    style.top = `${Math.max(gap, Math.min(from.bottom, innerHeight - offsetHeight - gap))}px`
  }
  return (
    <span ref={button}>
      <Button text="⋯" aria-label={label} class="quiet small" popovertarget={id} />
      <div
        ref={box}
        id={id}
        class="floating menu"
        popover="auto"
        role="group"
        aria-label={label}
        onClick={({ target }) => {
          // What was chosen is done. A form in it may be sent again.
          if (target instanceof Element && target.closest('button:not(form *)')) box.current?.hidePopover()
        }}
        onToggle={({ newState }) => newState === 'open' && place()}
      >
        {children}
      </div>
    </span>
  )
}
