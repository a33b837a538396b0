import { useEffect, useRef, useState } from 'preact/hooks'
import { categories } from '../../../fixtures/index.ts'
import {
  type Int64,
  type Member,
  type MemberValue,
  type Pet,
  memberFrom,
  memberProblems,
  membersOf,
  petStatuses,
  sampleOf,
  shapes,
  validateNewPet,
  validatePet,
} from '../../../spec/index.ts'
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

/** Adds an animal, or changes the one that it is given: a field for each member. */
export function AnimalForm({ pet, onDone }: { pet?: Pet | undefined; onDone: () => void }) {
  const { to } = usePanel()
  const isNew = pet === undefined
  const members: readonly Member[] = isNew ? shapes.Pet.members : shapes.NewPet.members
  const before: Values = pet ?? {}
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])

  const textOf = (member: Member) => texts[member.name] ?? (isNew ? firstText(member) : valueText(before[member.name]))
  const values = Object.fromEntries(
    // The id last among the fields, and first in the body.
    membersOf(isNew ? shapes.Pet : shapes.NewPet).map((member) => [member.name, valueOf(member, textOf(member))]),
  )
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
  const validate = 'id' in given ? validatePet : validateNewPet
  const problems = validate(given) ? [] : memberProblems(shapes.Pet, validate.errors)
  const body = differing(before, values)
  return (
    <ActionForm
      label={isNew ? 'Add an animal' : `Change ${nameOf(pet)}`}
      class="stack"
      request={
        problems.length > 0 ? undefined : isNew ? to('POST', '/animals', body) : to('PATCH', `/animals/${pet.id}`, body)
      }
      done={isNew ? `${nameOf({ name: textOf(shapes.Pet.members[0]) })} was added.` : `${nameOf(pet)} was changed.`}
      // The next one is often added right after it; the line of this one stays until then.
      onDone={() => (isNew ? first.current?.select() : onDone())}
      submit={isNew ? 'Add' : 'Save'}
    >
      {members.map((member, at) => {
        const problem = problems.find((each) => each.member === member.name)
        const props = {
          label: labelOf(member),
          value: textOf(member),
          onValue: (text: string) => setTexts({ ...texts, [member.name]: text }),
          problem: problem && `It must be ${problem.expected}.`,
          ...(member.type === 'strings' && { hint: 'Several: a semicolon between each two.' }),
          ...notes[member.name],
        }
        const choices = member.values ?? (member.type === 'boolean' ? ['true', 'false'] : undefined)
        if (choices === undefined)
          return (
            <TextField
              key={member.name}
              {...props}
              {...(member.type !== 'string' && member.type !== 'strings' && number)}
              {...(member.type === 'number' && { inputMode: 'decimal' })}
              {...(at === 0 && { inputRef: first })}
            />
          )
        const none = ['', `no ${props.label.toLowerCase()}`] as const
        return <Choice key={member.name} {...props} options={member.isRequired ? choices : [...choices, none]} />
      })}
      <datalist id={categoryList}>
        {categories.map((one) => (
          <option key={one.id} value={String(one.id)} label={one.label} />
        ))}
      </datalist>
    </ActionForm>
  )
}

type Values = Readonly<Record<string, MemberValue | undefined>>

const number = { class: 'mono', inputMode: 'numeric' } as const
const categoryList = 'animal-categories'

/** What the fields of some members say besides. */
const notes: Readonly<
  Record<string, { readonly hint: string; readonly list?: string; readonly placeholder?: string }>
> = {
  categoryId: { hint: 'The interface knows only its number; the datasets use 1 to 7.', list: categoryList },
  id: { hint: 'Empty: the mock gives the next one. An animal that has this id is replaced.', placeholder: 'next' },
}

function labelOf({ word }: Member): string {
  const words = word.replace(/-id$/, '').replaceAll('-', ' ')
  return `${words[0]?.toUpperCase()}${words.slice(1)}`
}

/** What a new animal begins with: what it needs is there, but for its name, so that no field is wrong at once. */
export function firstText(member: Member): string {
  if (member.values !== null) return member.values[0] ?? ''
  const isChosen = ['id', 'name'].includes(member.name) || !member.isRequired
  return isChosen ? '' : valueText(sampleOf(member) as MemberValue)
}

function valueText(value: MemberValue | undefined): string {
  return typeof value === 'object' ? value.join('; ') : String(value ?? '')
}

/** The value that the text of a field means; null for none. */
function valueOf(member: Member, text: string): unknown {
  const isNone = text.trim() === '' && (member.type !== 'string' || !member.isRequired)
  return isNone ? null : memberFrom(member, text)
}

/** The members of `after` that are not as before, where a missing member is null. */
function differing(before: Values, after: Readonly<Record<string, unknown>>): object {
  const changed = Object.entries(after).filter(([member, value]) => {
    const old = before[member] ?? null
    return Array.isArray(value) ? valueText(value as string[]) !== valueText(old ?? undefined) : value !== old
  })
  return Object.fromEntries(changed)
}
