import { useEffect, useRef, useState } from 'preact/hooks'
import { categories } from '../../../../fixtures/index.ts'
import {
  type Member,
  type MemberValue,
  type Pet,
  completed,
  expectedOf,
  memberFrom,
  memberProblems,
  membersOf,
  sampleOf,
  shapes,
  validatePet,
} from '../../../../spec/index.ts'
import { usePanel } from '../panel-context.tsx'
import { type FormField, RequestForm, type RequestFormProps, type Texts } from '../ui/form.tsx'
import { Button } from '../ui/layout.tsx'
import { visibleText } from '../visible-text.ts'

/** What a notice calls an animal: the interface lets a name be empty. */
export function nameOf({ id, name }: Partial<Pick<Pet, 'id' | 'name'>>): string {
  // Blanks alone would not be seen.
  if (name?.trim() === '' && name !== '') return `“${visibleText(name)}”`
  return visibleText(name ?? '') || (id === undefined ? 'An animal without a name' : `Animal ${id}`)
}

interface AnimalFormProps extends Pick<RequestFormProps, 'draft'> {
  readonly pet?: Pet | undefined
  readonly onDone: () => void
  readonly onRemove: (pet: Pet) => void
  readonly onAdded: (pet: Pet) => void
}

/** Adds an animal, or changes the one that it is given: a field for each member. */
export function AnimalForm({ pet, onDone, onRemove, onAdded, ...form }: AnimalFormProps) {
  const { to, isLost } = usePanel()
  // Somebody else has removed it meanwhile.
  const [isGone, setGone] = useState(false)
  const isNew = pet === undefined || isGone
  const name = useRef<HTMLInputElement>(null)
  useEffect(() => name.current?.focus(), [])
  const shape = pet === undefined ? shapes.Pet : shapes.NewPet
  const before: Partial<Record<string, MemberValue>> = { ...pet }
  const [first] = useState(() =>
    Object.fromEntries(
      shape.members.map((member) => [member.name, pet ? textOf(before[member.name]) : firstText(member)]),
    ),
  )
  /** All members of a new animal, the id first; of another one those that differ, where `null` takes one away. */
  const bodyOf = (texts: Texts) =>
    Object.fromEntries(
      membersOf(shape)
        .filter((member) => isNew || texts[member.name] !== textOf(before[member.name]))
        .map((member) => [member.name, valueOf(member, texts[member.name] ?? '')] as const)
        .filter(([, value]) => !isNew || value !== null),
    )
  return (
    <>
      <RequestForm
        {...form}
        label={pet ? `Change ${nameOf(pet)}` : 'Add an animal'}
        class="stack"
        fields={shape.members.map((member, at) => ({
          ...fieldOf(member),
          ...(at === 0 && { inputRef: name }),
          // The interface lets a name be empty, but nobody means that by Enter in a form that was just opened.
          required: pet === undefined && member.name === 'name',
        }))}
        first={first}
        requestFor={(texts) =>
          isNew
            ? to('POST', '/animals', { ...(pet && { id: pet.id }), ...bodyOf(texts) })
            : to('PATCH', `/animals/${pet.id}`, bodyOf(texts))
        }
        onRefused={(reason) => setGone(reason.startsWith('There is no animal'))}
        doneFor={(texts, reply) =>
          isNew
            ? `${nameOf({ name: texts['name'] ?? '' })} was added, with the id ${(reply as Pet).id}.`
            : `${nameOf(pet)} was changed.`
        }
        onDone={(_texts, reply) => {
          if (pet) return onDone()
          onAdded(reply as Pet)
          // The next one is often added right after it.
          name.current?.focus()
        }}
        submit={isGone ? 'Add it again' : pet ? 'Save' : 'Add'}
      />
      {pet && !isGone && <Button text="Remove this animal" disabled={isLost} onClick={() => onRemove(pet)} />}
    </>
  )
}

/** What the fields of some members say besides. */
const notes: Readonly<Record<string, Partial<FormField>>> = {
  categoryId: { hint: `In the datasets: ${categories.map(({ id, label }) => `${id} ${label}`).join(', ')}.` },
  id: { hint: 'Empty: the mock gives the next one.', placeholder: 'next' },
}

/** How a field asks for a member: a text, a number, or one of some values. */
function fieldOf(member: Member): FormField {
  const { name, type, word, isRequired } = member
  const words = word.replace(/-id$/, '').replaceAll('-', ' ')
  const options = member.values ?? (type === 'boolean' ? ['true', 'false'] : undefined)
  return {
    name,
    label: `${words[0]?.toUpperCase()}${words.slice(1)}`,
    options: options && (isRequired ? options : [...options, ['', `no ${words}`] as const]),
    ...(type === 'strings' && { hint: 'Several: a semicolon between each two.' }),
    ...(numbers.includes(type) && { class: 'mono', inputMode: type === 'number' ? 'decimal' : 'numeric' }),
    problemOf(text) {
      const value = valueOf(member, text)
      const { [name]: _, ...rest } = completed<Record<string, unknown>>(shapes.NewPet, {})
      validatePet({ id: 1, ...rest, ...(value !== null && { [name]: value }) })
      const isFine = memberProblems(shapes.Pet, validatePet.errors).every((one) => one.member !== name)
      return isFine ? undefined : `It must be ${expectedOf(member)}.`
    },
    ...notes[name],
  }
}

const numbers: readonly string[] = ['integer', 'int64', 'number'] satisfies Member['type'][]

/** The value that the text of a field means; `null` for none. */
function valueOf(member: Member, text: string): unknown {
  const isNone = text.trim() === '' && (member.type !== 'string' || !member.isRequired)
  return isNone ? null : memberFrom(member, text)
}

/** What a new animal begins with: what it needs is there, but for its name, so that no field is wrong at once. */
function firstText(member: Member): string {
  if (member.values !== null) return member.values[0] ?? ''
  const isChosen = ['id', 'name'].includes(member.name) || !member.isRequired
  return isChosen ? '' : textOf(sampleOf(member) as MemberValue)
}

function textOf(value: MemberValue | undefined): string {
  return typeof value === 'object' ? value.join('; ') : String(value ?? '')
}
