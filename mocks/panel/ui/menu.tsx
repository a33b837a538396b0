import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { Button } from './layout.tsx'

/** A button with three dots that shows what is done seldom. Escape closes it, and the keyboard goes back to the button. */
export function Menu({ label, children }: { label: string; children: ComponentChildren }) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  return (
    <>
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
      >
        {children}
      </div>
    </>
  )
}
