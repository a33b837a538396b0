import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { type Pet, parseInt64, petStatuses } from '../../../../spec/index.ts'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import { ActionForm, SubmitButton } from '../../ui/action.tsx'
import { Choice, TextField } from '../../ui/field.tsx'
import { visibleText } from '../../visible-text.ts'
import { CategoryList } from './animal-category.tsx'

/** Every status, and none. */
export const statusOptions = [
  ...petStatuses.map((status) => ({ value: status, text: status })),
  { value: '', text: 'no status' },
] as const

const int64Problem = 'It must be an int64: a whole number from -9223372036854775808 to 9223372036854775807.'

interface AnimalFormProps {
  /** The animal to change; without one, the form adds one. */
  readonly pet?: Pet | undefined
  readonly onDone: () => void
}

/** Adds an animal, or changes one. */
export function AnimalForm({ pet, onDone }: AnimalFormProps) {
  const { sandbox } = usePanel()
  const [name, setName] = useState(pet?.name ?? '')
  const [category, setCategory] = useState(String(pet?.categoryId ?? '1'))
  const [status, setStatus] = useState<string>(pet === undefined ? 'available' : (pet.status ?? ''))
  const [idText, setIdText] = useState(String(pet?.id ?? ''))
  const listId = useId()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])

  const categoryId = parseInt64(category.trim())
  const id = parseInt64(idText.trim())
  const isWrongId = id === undefined && idText.trim() !== ''
  const target = sandboxPath(sandbox, pet === undefined ? '/animals' : `/animals/${pet.id}`)
  const body = differing(pet ?? {}, { id, name, categoryId, status: status === '' ? null : status })
  const isSendable = categoryId !== undefined && !isWrongId
  return (
    <ActionForm
      label={pet === undefined ? 'Add an animal' : `Change ${visibleText(pet.name)}`}
      class="stack"
      request={isSendable ? { method: pet === undefined ? 'POST' : 'PATCH', target, body } : undefined}
      done={`${visibleText(name)} was ${pet === undefined ? 'added' : 'changed'}.`}
      onDone={() => {
        // The next one is often added right after it; the line of this one stays until then.
        if (pet === undefined) first.current?.select()
        else onDone()
      }}
    >
      <TextField label="Name" inputRef={first} value={name} onValue={setName} />
      <TextField
        label="Category"
        hint="The interface knows only its number; the datasets use 1 to 7."
        problem={categoryId === undefined ? int64Problem : undefined}
        class="mono"
        inputMode="numeric"
        list={listId}
        value={category}
        onValue={setCategory}
      />
      <CategoryList id={listId} />
      <Choice label="Status" options={statusOptions} value={status} onChange={setStatus} />
      {pet === undefined ? (
        <TextField
          label="Id"
          hint="Empty: the mock gives the next one. An animal that has this id is replaced."
          problem={isWrongId ? int64Problem : undefined}
          class="mono"
          inputMode="numeric"
          placeholder="next"
          value={idText}
          onValue={setIdText}
        />
      ) : null}
      <div class="row">
        <SubmitButton isDisabled={!isSendable}>{pet === undefined ? 'Add' : 'Save'}</SubmitButton>
        <button type="button" class="button" onClick={onDone}>
          {pet === undefined ? 'Close' : 'Cancel'}
        </button>
      </div>
    </ActionForm>
  )
}

/** The members of `after` that are not as before, where a missing member is null. */
function differing(before: Partial<Pet>, after: { readonly [member in keyof Pet]?: unknown }): object {
  const members = Object.entries(after) as [keyof Pet, unknown][]
  return Object.fromEntries(members.filter(([member, value]) => (value ?? null) !== (before[member] ?? null)))
}
