import type { ComponentChildren, JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** A modal dialog that is open as long as it is there. Escape, the button and a click beside it close it. */
export function Dialog(props: {
  readonly title: JSX.Element | string
  readonly onClose: () => void
  readonly children: ComponentChildren
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby="dialog-title"
      onCancel={(event) => {
        event.preventDefault()
        props.onClose()
      }}
      onMouseDown={(event) => {
        if (event.target === dialog.current) props.onClose()
      }}
    >
      <div class="dialog">
        <header>
          <h2 id="dialog-title">{props.title}</h2>
          <button type="button" class="close" aria-label="Close" onClick={props.onClose}>
            ✕
          </button>
        </header>
        {props.children}
      </div>
    </dialog>
  )
}
