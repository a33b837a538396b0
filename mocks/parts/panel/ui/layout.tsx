import type { ButtonHTMLAttributes, ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { RequestError } from '../../../control/client/transport.ts'

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
export function Empty({ title, role, children }: { title: string; role?: 'alert'; children?: ComponentChildren }) {
  return (
    <div class="empty" role={role}>
      <strong>{title}</strong>
      {children}
    </div>
  )
}

/** What stands where the mock could not be asked. */
export function Problem({ problem, onRetry }: { problem: RequestError; onRetry: () => void }) {
  return (
    <Empty title={problem.message} role="alert">
      <Button text="Ask again" onClick={onRetry} />
    </Empty>
  )
}

export type ButtonProps = Omit<ButtonHTMLAttributes, 'class'> & {
  /** What it says, where that is one thing. */
  readonly text?: ComponentChildren
  /** Its look, such as `primary` or `quiet small`. */
  readonly class?: string | undefined
}

/** A button; by itself it changes only what is shown. */
export function Button({ text, class: look = '', children = text, ...attributes }: ButtonProps) {
  return (
    <button type="button" {...attributes} class={`button ${look}`}>
      {children}
    </button>
  )
}

/** The lines of each icon, in a box of 24 by 24. */
const iconPaths = {
  calls: 'M3 12h4l3-8 4 16 3-8h4',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  close: 'M6 6l12 12M18 6 6 18',
  commands: 'M4 5h16v14H4zM7 9l3 3-3 3M12 15h5',
  previous: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
} as const

type IconName = keyof typeof iconPaths

/** A picture beside a word. Screen readers pass it over. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={iconPaths[name]} />
    </svg>
  )
}

/** A small button that is a picture; screen readers say its label. */
export function IconButton(props: { icon: IconName; label: string; class?: string; onClick: () => void }) {
  const { icon, label, class: look = '', onClick } = props
  return (
    <Button class={`quiet small ${look}`} aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} />
    </Button>
  )
}

/** The button that closes what it stands in; `label` says what that is. */
export function CloseButton({ label, onClick }: { label: string; onClick: () => void }) {
  return <IconButton icon="close" class="close" label={label} onClick={onClick} />
}

/** A short word in a colour: a status, a state, a kind. Never the colour alone says it. */
export function Badge({ kind = 'plain', children }: { kind?: BadgeKind | undefined; children: ComponentChildren }) {
  return (
    <span class="badge" style={toneOf(kind)}>
      {children}
    </span>
  )
}

/** The colour of a badge. */
export type BadgeKind = 'plain' | 'good' | 'info' | 'warn' | 'bad' | 'accent'

/** The style that gives an element this colour. */
export function toneOf(kind: BadgeKind) {
  return { '--tone': `var(--${kind === 'plain' ? 'muted' : kind})` }
}

/** The colour of an HTTP status. */
export function statusKind(status: number): BadgeKind {
  return (['good', 'good', 'good', 'info', 'warn'] as const)[Math.floor(status / 100)] ?? 'bad'
}

/** A form beside a list; in a narrow panel it lies over it. The keyboard goes back when it is closed. */
export function Aside(props: { title: string; onClose: () => void; children: ComponentChildren }) {
  const { title, onClose, children } = props
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const focused = () => (box.current?.getRootNode() as DocumentOrShadowRoot | undefined)?.activeElement ?? null
    const opener = focused() as HTMLElement | null
    return () => {
      if (!box.current?.contains(focused())) return
      // It may have been hidden meanwhile.
      queueMicrotask(() => opener?.focus())
    }
  }, [])
  return (
    <div ref={box} class="aside card" role="group" aria-label={title}>
      <div class="row">
        <h2 class="grows">{title}</h2>
        <CloseButton label={`Close “${title}”`} onClick={onClose} />
      </div>
      {children}
    </div>
  )
}
