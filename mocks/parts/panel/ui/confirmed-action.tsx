import { useId, useRef } from 'preact/hooks'
import { Action, type ActionProps } from './action.tsx'
import { Button } from './layout.tsx'

type ConfirmedActionProps = ActionProps & {
  /** What is asked first, such as "Forget pr-17 and all that is in it?" */
  readonly question: string
  /** The word of the button that does it. */
  readonly yes: string
}

/** An action that cannot be taken back: the first click asks, the second one does it. Escape is a no. */
export function ConfirmedAction({ question, yes, text, 'aria-label': label, onDone, ...action }: ConfirmedActionProps) {
  const id = useId()
  const box = useRef<HTMLSpanElement>(null)
  const finish = (reply: unknown) => {
    box.current?.hidePopover()
    onDone?.(reply)
  }
  return (
    <>
      <Button text={text} aria-label={label} popovertarget={id} />
      <span ref={box} id={id} class="floating" popover="auto" role="group" aria-label={question}>
        <strong>{question}</strong>
        <Action {...action} text={yes} class="danger" onDone={finish} />
        <Button text="No" autofocus popovertarget={id} popovertargetaction="hide" />
      </span>
    </>
  )
}

/** A Delete button that asks first. */
export function ConfirmedDelete({
  name,
  ...action
}: Pick<ConfirmedActionProps, 'request' | 'done' | 'onDone'> & { name: string }) {
  const label = `Delete ${name}`
  return <ConfirmedAction {...action} text="Delete…" aria-label={label} question={`${label}?`} yes="Delete" />
}
