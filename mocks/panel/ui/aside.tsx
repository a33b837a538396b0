import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { CloseButton } from './layout.tsx'

interface AsideProps {
  /** What screen readers call it. */
  readonly label: string
  readonly title: ComponentChildren
  readonly heading?: RefObject<HTMLHeadingElement | null>
  /** What it is about: another one begins at its top. */
  readonly of: unknown
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** What stands beside a list; in a narrow panel it lies over it. Escape closes it, and the keyboard goes back. */
export function Aside({ label, title, heading, of, onClose, children }: AsideProps) {
  const box = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const focused = () => (box.current?.getRootNode() as DocumentOrShadowRoot | undefined)?.activeElement
    const opener = focused() as HTMLElement | null
    return () => {
      if (!box.current?.contains(focused() ?? null)) return
      // What lay below can take the focus only when nothing lies over it any longer.
      queueMicrotask(() => opener?.focus({ preventScroll: true }))
    }
  }, [])
  useEffect(() => box.current?.scrollTo(0, 0), [of])
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
        <h2 ref={heading ?? null} tabIndex={-1}>
          {title}
        </h2>
        <CloseButton label={`Close “${label}”`} onClick={onClose} />
      </header>
      {children}
    </section>
  )
}
