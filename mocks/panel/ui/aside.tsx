import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { CloseButton } from './layout.tsx'

interface AsideProps {
  /** What screen readers call it. */
  readonly label: string
  readonly title: ComponentChildren
  /** What it is about: another one begins at its top. */
  readonly of: unknown
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** What stands beside a list; in a narrow panel it lies over it. Escape closes it, and the keyboard goes back. */
export function Aside({ label, title, of, onClose, children }: AsideProps) {
  const box = useRef<HTMLElement>(null)
  const focused = () => (box.current?.getRootNode() as DocumentOrShadowRoot | undefined)?.activeElement ?? null
  useLayoutEffect(() => {
    const opener = focused() as HTMLElement | null
    return () => {
      if (!box.current?.contains(focused())) return
      // What lay below can take the focus only when nothing lies over it any longer.
      queueMicrotask(() => opener?.focus({ preventScroll: true }))
    }
  }, [])
  useEffect(() => {
    box.current?.scrollTo(0, 0)
    // A form takes the keyboard to its first field by itself.
    if (!box.current?.contains(focused())) box.current?.querySelector('h2')?.focus({ preventScroll: true })
  }, [of])
  return (
    <section
      ref={box}
      class="aside card"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // The panel over an app closes by the same key.
        event.stopPropagation()
        onClose()
      }}
    >
      <header class="aside-title">
        <h2 tabIndex={-1}>{title}</h2>
        <CloseButton label={`Close “${label}”`} onClick={onClose} />
      </header>
      {children}
    </section>
  )
}
