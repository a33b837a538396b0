import { useEffect, useRef } from 'preact/hooks'

/**
 * Shows the line for the shell of a form while it is filled in: when it is entered, and when it would send something else.
 * @param sent tells what it would send
 * @returns what the form is to have
 */
export function useFormLine(show: () => void, sent: string) {
  const isFilledIn = useRef(false)
  useEffect(() => {
    if (isFilledIn.current) show()
    // Not by `show`, which is another one with each look at the sandbox.
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
