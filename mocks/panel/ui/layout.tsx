import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import type { RequestError } from '../../control/client/transport.ts'
import { Icon } from './icons.tsx'

/** The head of a section: what it is, one line about it, and what can be done with all of it. */
export function SectionHead(props: { title: string; about: string; children?: ComponentChildren }) {
  const { title, about, children } = props
  return (
    <header class="spread">
      <div>
        <h1 tabIndex={-1}>{title}</h1>
        <p class="muted prose">{about}</p>
      </div>
      {children === undefined ? null : <div class="row">{children}</div>}
    </header>
  )
}

/** A box with a heading. */
export function Card(props: { title: string; children: ComponentChildren; class?: string }) {
  const { title, children, class: className } = props
  const id = useId()
  return (
    <section class={`card ${className ?? ''}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/** A part of a box, with a heading of its own. */
export function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="stack">
      <h3>{title}</h3>
      {children}
    </div>
  )
}

/** What stands where there is nothing yet: why, and what to do. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <strong>{title}</strong>
      {children}
    </div>
  )
}

/** What stands where the mock could not be asked. */
export function Problem({ problem, onRetry }: { problem: RequestError; onRetry: () => void }) {
  return (
    <div class="empty" role="alert">
      <strong>{problem.message}</strong>
      <button type="button" class="button" onClick={onRetry}>
        Ask again
      </button>
    </div>
  )
}

/** The button that closes what it stands in; `label` says what that is. */
export function CloseButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" class="button quiet small" aria-label={label} onClick={onClick}>
      <Icon name="close" />
    </button>
  )
}

/** A short word in a colour: a status, a state, a kind. Never the colour alone says it. */
export function Badge({ kind = 'plain', children }: { kind?: BadgeKind; children: ComponentChildren }) {
  return (
    <span class={`badge ${kind}`} style={toneOf(kind)}>
      {children}
    </span>
  )
}

/** The colour of a badge. */
export type BadgeKind = 'plain' | 'good' | 'info' | 'warn' | 'bad' | 'accent'

/** The style that gives an element this colour. */
export function toneOf(kind: BadgeKind) {
  return kind === 'plain' ? {} : { '--tone': `var(--${kind})`, '--tone-soft': `var(--${kind}-soft)` }
}

/** The colour of an HTTP status. */
export function statusKind(status: number): BadgeKind {
  if (status < 300) return 'good'
  if (status < 400) return 'info'
  return status < 500 ? 'warn' : 'bad'
}
