import { useState } from 'preact/hooks'
import { Button } from '../ui/layout.tsx'
import { Roving } from '../ui/roving.tsx'

const mostTimes = 999

/** How often a click plays: once, so many times, or until somebody ends it. */
export function useOften(first: 'once' | 'until stopped') {
  const [often, setOften] = useState<'once' | 'times' | 'until stopped'>(first)
  const [times, setTimes] = useState(3)
  const field = (
    <Roving class="segments" role="group" aria-label="How often">
      {(['once', 'times', 'until stopped'] as const).map((one) => (
        <Button
          key={one}
          text={one === 'times' ? `${times} times` : one}
          class="small"
          aria-pressed={one === often}
          onClick={() => setOften(one)}
        />
      ))}
      {often === 'times' && (
        <input
          type="number"
          aria-label="How many times"
          min={2}
          max={mostTimes}
          value={times}
          onInput={({ currentTarget: { valueAsNumber } }) =>
            valueAsNumber >= 1 && setTimes(Math.min(mostTimes, Math.trunc(valueAsNumber)))
          }
        />
      )}
    </Roving>
  )
  return { field, calls: { once: 1, times, 'until stopped': undefined }[often] }
}
