import { useState } from 'preact/hooks'
import { Button } from '../ui/layout.tsx'
import { Roving } from '../ui/roving.tsx'

const times = { once: 1, '3 times': 3, 'until stopped': undefined }

/** For how many calls a click plays. */
export function useOften(first: keyof typeof times) {
  const [often, setOften] = useState(first)
  const field = (
    <Roving class="segments" role="group" aria-label="How often">
      {(Object.keys(times) as (typeof often)[]).map((one) => (
        <Button key={one} text={one} class="small" aria-pressed={one === often} onClick={() => setOften(one)} />
      ))}
    </Roving>
  )
  return { field, calls: times[often] }
}
