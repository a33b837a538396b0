import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { categories } from '../../../fixtures/index.ts'
import { type Int64, type Pet, parseInt64, petStatuses } from '../../../spec/index.ts'
import { usePanel } from '../panel-context.tsx'
import { ActionForm } from '../ui/action.tsx'
import { Choice, TextField } from '../ui/field.tsx'
import { Icon } from '../ui/icons.tsx'
import { visibleText } from '../visible-text.ts'

/** A category as the datasets mean it: the interface knows its number alone (section 2). */
export function AnimalCategory({ id }: { id: Int64 }) {
  const category = categories.find((one) => one.id === id)
  if (category === undefined) return <span class="mono">{String(id)}</span>
  return (
    <span class="animal-category">
      <Icon name={category.kind} /> {category.label} <small class="mono">{String(id)}</small>
    </span>
  )
}

/** What a notice calls an animal: the interface lets a name be empty. */
export function nameOf({ id, name }: { readonly id?: Int64; readonly name: string }): string {
  return visibleText(name) || (id === undefined ? 'An animal without a name' : `Animal ${id}`)
}

/** Every status, and none. */
export const statusOptions = [...petStatuses, ['', 'no status']] as const

const int64Problem = 'It must be an int64: a whole number from -9223372036854775808 to 9223372036854775807.'

/** Adds an animal, or changes the one that it is given. */
export function AnimalForm({ pet, onDone }: { pet?: Pet | undefined; onDone: () => void }) {
  const { to } = usePanel()
  const isNew = pet === undefined
  const [name, setName] = useState(pet?.name ?? '')
  const [category, setCategory] = useState(String(pet?.categoryId ?? '1'))
  const [status, setStatus] = useState<string>(isNew ? 'available' : (pet.status ?? ''))
  const [idText, setIdText] = useState(String(pet?.id ?? ''))
  const listId = useId()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])

  const categoryId = parseInt64(category.trim())
  const id = parseInt64(idText.trim())
  const isWrongId = id === undefined && idText.trim() !== ''
  const body = differing(pet ?? {}, { id, name, categoryId, status: status === '' ? null : status })
  const isSendable = categoryId !== undefined && !isWrongId
  const int64 = { class: 'mono', inputMode: 'numeric' } as const
  return (
    <ActionForm
      label={isNew ? 'Add an animal' : `Change ${nameOf(pet)}`}
      class="stack"
      request={
        isSendable ? (isNew ? to('POST', '/animals', body) : to('PATCH', `/animals/${pet.id}`, body)) : undefined
      }
      done={isNew ? `${nameOf({ name })} was added.` : `${nameOf({ ...pet, name })} was changed.`}
      // The next one is often added right after it; the line of this one stays until then.
      onDone={() => (isNew ? first.current?.select() : onDone())}
      submit={isNew ? 'Add' : 'Save'}
    >
      <TextField label="Name" inputRef={first} value={name} onValue={setName} />
      <TextField
        label="Category"
        hint="The interface knows only its number; the datasets use 1 to 7."
        problem={categoryId === undefined ? int64Problem : undefined}
        {...int64}
        list={listId}
        value={category}
        onValue={setCategory}
      />
      <datalist id={listId}>
        {categories.map((one) => (
          <option key={one.id} value={String(one.id)} label={one.label} />
        ))}
      </datalist>
      <Choice label="Status" options={statusOptions} value={status} onValue={setStatus} />
      {isNew && (
        <TextField
          label="Id"
          hint="Empty: the mock gives the next one. An animal that has this id is replaced."
          problem={isWrongId ? int64Problem : undefined}
          {...int64}
          placeholder="next"
          value={idText}
          onValue={setIdText}
        />
      )}
    </ActionForm>
  )
}

/** The members of `after` that are not as before, where a missing member is null. */
function differing(before: Partial<Pet>, after: { readonly [member in keyof Pet]?: unknown }): object {
  const members = Object.entries(after) as [keyof Pet, unknown][]
  return Object.fromEntries(members.filter(([member, value]) => (value ?? null) !== (before[member] ?? null)))
}
