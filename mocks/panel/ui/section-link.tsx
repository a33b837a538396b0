import type { ComponentChildren } from 'preact'
import { usePanel } from '../panel-context.tsx'

interface SectionLinkProps {
  readonly section: string
  /** What the section is to show. */
  readonly detail?: string | undefined
  readonly class?: string
  readonly label?: string | undefined
  readonly isCurrent?: boolean
  readonly children: ComponentChildren
}

/** Leads to a section. Over an app the address is not the panel's, so it is a button there. */
export function SectionLink({ section, detail, class: look = 'link', label, isCurrent, children }: SectionLinkProps) {
  const panel = usePanel()
  const href = panel.addressOf(section, detail)
  const current = isCurrent === true ? 'page' : undefined
  const attributes = { class: look, 'aria-label': label, 'aria-current': current } as const
  return href === undefined ? (
    <button type="button" {...attributes} onClick={() => panel.go(section, detail)}>
      {children}
    </button>
  ) : (
    <a {...attributes} href={href}>
      {children}
    </a>
  )
}
