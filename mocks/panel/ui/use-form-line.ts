import { useEffect, useRef } from 'preact/hooks'

/**
 * Shows the line for the shell of a form while it is filled in: when it is entered, and when it would send something else.
 * @param sent what it would send
 * @returns the event handlers of the form
 */
export function useFormLine(show: () => void, sent: string) {
  const isFilledIn = useRef(false)
  useEffect(() => {
    if (isFilledIn.current) show()
    // Not by `show`, which is another one each time the sandbox is read.
  }, [sent])
  return {
    onFocusIn() {
      isFilledIn.current = true
      show()
    },
    onFocusOut() {
      isFilledIn.current = false
    },
  }
}
