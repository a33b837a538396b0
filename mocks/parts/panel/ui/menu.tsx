import { useId, useRef, useState } from 'preact/hooks'
import type { Command } from '../actions.ts'
import { Action } from './action.tsx'
import { Button } from './layout.tsx'

interface MenuProps {
  readonly label: string
  /** Whether its button says so in place of three dots. */
  readonly isNamed?: boolean
  readonly disabled?: boolean
  readonly commands: () => readonly Command[]
  /** Those that take something away, below a line. */
  readonly destroying?: (() => readonly Command[]) | undefined
}

/** A button that shows what is done seldom. Escape closes it, and the keyboard goes back to the button. */
export function Menu({ label, isNamed = false, disabled, commands, destroying }: MenuProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        text={isNamed ? label : '⋯'}
        aria-label={label}
        class={isNamed ? '' : 'quiet small'}
        disabled={disabled}
        popovertarget={id}
      />
      <div
        ref={box}
        id={id}
        class="floating menu"
        popover="auto"
        role="group"
        aria-label={label}
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        onClick={({ target }) => {
          if (target instanceof Element && target.closest('button')) box.current?.hidePopover()
        }}
      >
        {isOpen && <Commands of={commands()} class="quiet" />}
        {isOpen && destroying && (
          <div class="stack problem">
            <Commands of={destroying()} class="quiet" />
          </div>
        )}
      </div>
    </>
  )
}

/** A button for each command. */
export function Commands({ of, class: look }: { of: readonly Command[]; class?: string }) {
  return of.map(({ text, isOn, isOff, ...command }) => {
    const props = { text, class: look, 'aria-pressed': isOn, disabled: isOff }
    return 'run' in command ? (
      <Button key={text} {...props} onClick={command.run} />
    ) : (
      <Action key={text} {...props} request={command.request} done={command.done} />
    )
  })
}
