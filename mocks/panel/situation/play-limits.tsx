import { useState } from 'preact/hooks'
import { usePanel } from '../panel-context.tsx'
import { Choice, TextField } from '../ui/field.tsx'

/** The fields that say for which calls a scenario is played, and what a person has filled in. */
export function usePlayLimits(firstOperation = '') {
  const { lists } = usePanel()
  const [operation, setOperation] = useState<string>(firstOperation)
  const [calls, setCalls] = useState('')
  const isWrong = calls !== '' && !/^[1-9][0-9]{0,14}$/.test(calls)
  const fields = (
    <>
      <Choice
        label="Which calls"
        options={[['', 'all calls'], ...lists.operations.map(({ id }) => [id, `${id} only`] as const)]}
        value={operation}
        onValue={setOperation}
      />
      <TextField
        label="For how many calls"
        problem={isWrong ? 'Enter a whole number from 1 on, or nothing.' : undefined}
        inputMode="numeric"
        placeholder="until it is ended"
        value={calls}
        onValue={(value) => setCalls(value.trim())}
      />
    </>
  )
  const count = calls === '' || isWrong ? {} : { calls: Number(calls) }
  return { fields, operation, isWrong, limits: { ...(operation && { operation }), ...count } }
}
