import { useEffect, useRef, useState } from 'preact/hooks'
import { Icon } from './icons.tsx'

const thanksMilliseconds = 1600

/** Copies a text. `what` says what, such as "the curl line". */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [result, setResult] = useState<'copied' | 'failed'>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async () => {
    setResult((await copyText(text)) ? 'copied' : 'failed')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setResult(undefined), thanksMilliseconds)
  }
  return (
    <button
      type="button"
      class={`button quiet copy ${result ?? ''}`}
      aria-label={`Copy ${what}`}
      onClick={() => void copy()}
    >
      <Icon name={result === 'copied' ? 'done' : 'copy'} />
      <span aria-live="polite">{result === undefined ? 'Copy' : result === 'copied' ? 'Copied' : 'Select it'}</span>
    </button>
  )
}

/** Copies the text; `true` if it is on the clipboard now. Pages that are not secure have no clipboard. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
