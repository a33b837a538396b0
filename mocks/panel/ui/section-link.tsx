import type { ComponentChildren } from 'preact'
import { usePanel } from '../panel-context.tsx'

interface SectionLinkProps {
  readonly section: string
  /** What the section is to show. */
  readonly detail?: string | undefined
  readonly class?: string
  readonly 'aria-label'?: string
  readonly 'aria-current'?: 'page' | undefined
  readonly children: ComponentChildren
}

/** Leads to a section. Over an app the address is not the panel's, so it is a button there. */
export function SectionLink({ section, detail, class: look = 'link', ...attributes }: SectionLinkProps) {
  const panel = usePanel()
  const href = panel.addressOf(section, detail)
  if (href !== undefined) return <a {...attributes} class={look} href={href} />
  return <button {...attributes} class={look} type="button" onClick={() => panel.go(section, detail)} />
}
