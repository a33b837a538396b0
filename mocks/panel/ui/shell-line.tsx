import { useEffect, useState } from 'preact/hooks'
import { Icon } from './icons.tsx'

/** A line for a shell, ready to copy. `what` says which, such as "the line that repeats the call". */
export function ShellLine({ line, what, advice = '' }: { line: string; what: string; advice?: string }) {
  return (
    <div class="line">
      <code tabIndex={0} role="textbox" aria-readonly="true" aria-label={`${what[0]?.toUpperCase()}${what.slice(1)}`}>
        {line || advice}
      </code>
      {line && <CopyButton text={line} what={what} />}
    </div>
  )
}

const thanksMilliseconds = 1600

/** Copies a text. `what` says what, such as "the curl line". */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [result, setResult] = useState<{ isCopied: boolean }>()
  useEffect(() => {
    const timer = setTimeout(() => setResult(undefined), thanksMilliseconds)
    return () => clearTimeout(timer)
  }, [result])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setResult({ isCopied: true })
    } catch {
      // Pages that are not secure have no clipboard.
      setResult({ isCopied: false })
    }
  }
  const word = result === undefined ? 'Copy' : result.isCopied ? 'Copied' : 'Select it'
  return (
    <button
      type="button"
      class={`button quiet copy ${result?.isCopied === false ? 'failed' : ''}`}
      aria-label={`Copy ${what}`}
      onClick={() => void copy()}
    >
      <Icon name={result?.isCopied === true ? 'done' : 'copy'} />
      <span aria-live="polite">{word}</span>
    </button>
  )
}
