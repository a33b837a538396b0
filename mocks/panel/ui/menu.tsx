import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'

/** A button with three dots that shows what is done seldom. A click on any of it, Escape, or leaving it closes it. */
export function Menu({ label, children }: { label: string; children: ComponentChildren }) {
  const box = useRef<HTMLDetailsElement>(null)
  const close = () => box.current?.removeAttribute('open')
  return (
    <details
      ref={box}
      class="menu"
      onFocusOut={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && box.current?.contains(relatedTarget))) close()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || box.current?.open !== true) return
        // The panel over an app closes by the same key.
        event.stopPropagation()
        close()
        box.current.querySelector('summary')?.focus()
      }}
    >
      <summary class="button quiet" aria-label={label} title={label}>
        ⋯
      </summary>
      <div class="menu-items floating" role="group" aria-label={label} onClick={close}>
        {children}
      </div>
    </details>
  )
}
