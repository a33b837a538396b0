import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { type Int64, type Pet, parseInt64, petStatuses } from '../../../../spec/index.ts'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import type { ControlRequest } from '../../transport/transport.ts'
import { ActionForm, SubmitButton } from '../../ui/action.tsx'
import { Choice, TextField } from '../../ui/field.tsx'
import { visibleText } from '../../visible-text.ts'
import { CategoryList } from './animal-category.tsx'

const statuses = [...petStatuses, ''].map((value) => ({ value, text: value === '' ? 'no status' : value }))

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
  const [id, setId] = useState('')
  const listId = useId()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])

  const categoryId = parseInt64(category.trim())
  const ownId = id.trim() === '' ? 'given' : parseInt64(id.trim())
  const request =
    categoryId === undefined || ownId === undefined
      ? undefined
      : pet === undefined
        ? adding(sandbox, { name, categoryId, status, id: ownId === 'given' ? undefined : ownId })
        : changing(sandbox, pet, { name, categoryId, status })
  return (
    <ActionForm
      label={pet === undefined ? 'Add an animal' : `Change ${visibleText(pet.name)}`}
      class="animal-form"
      request={request}
      done={pet === undefined ? `${visibleText(name)} was added.` : `${visibleText(name)} was changed.`}
      onDone={() => {
        // The next one is often added right after it; the line of this one stays until then.
        if (pet === undefined) first.current?.select()
        else onDone()
      }}
    >
      <TextField label="Name" inputRef={first} value={name} onValue={setName} />
      <TextField
        label="Category"
        hint="The interface knows its number alone; 1 to 7 are those of the datasets."
        problem={categoryId === undefined ? int64Problem : undefined}
        class="mono"
        inputMode="numeric"
        list={listId}
        value={category}
        onValue={setCategory}
      />
      <CategoryList id={listId} />
      <Choice label="Status" options={statuses} value={status} onChange={setStatus} />
      {pet === undefined ? (
        <TextField
          label="Id"
          hint="Empty: the mock gives the next one. The animal that has it already is replaced."
          problem={ownId === undefined ? int64Problem : undefined}
          class="mono"
          inputMode="numeric"
          placeholder="next"
          value={id}
          onValue={setId}
        />
      ) : null}
      <div class="row">
        <SubmitButton isDisabled={request === undefined}>{pet === undefined ? 'Add' : 'Save'}</SubmitButton>
        <button type="button" class="button" onClick={onDone}>
          {pet === undefined ? 'Close' : 'Cancel'}
        </button>
      </div>
    </ActionForm>
  )
}

interface Given {
  readonly name: string
  readonly categoryId: Int64
  readonly status: string
}

function adding(sandbox: string, { id, name, categoryId, status }: Given & { id: Int64 | undefined }): ControlRequest {
  return {
    method: 'POST',
    target: sandboxPath(sandbox, '/animals'),
    body: { ...(id === undefined ? {} : { id }), name, categoryId, ...(status === '' ? {} : { status }) },
  }
}

/** Names only what is another than before, as one would by hand. */
function changing(sandbox: string, pet: Pet, { name, categoryId, status }: Given): ControlRequest {
  return {
    method: 'PATCH',
    target: sandboxPath(sandbox, `/animals/${pet.id}`),
    body: {
      ...(name === pet.name ? {} : { name }),
      ...(categoryId === pet.categoryId ? {} : { categoryId }),
      ...(status === (pet.status ?? '') ? {} : { status: status === '' ? null : status }),
    },
  }
}
