import {
  type Member,
  type NewPet,
  type SentMemberFlaw,
  beyondOf,
  clauseOfSentMember,
  extremesOf,
  operationClauses,
  operations,
  othersOf,
  sampleOf,
  shapes,
  validateNewPet,
} from '../../spec/index.ts'
import type { Overrides } from '../call/overrides.ts'
import { accepting, changing, refusing } from './create-pet.ts'
import type { DerivedFault } from './every-operation.ts'

const flawOf: Readonly<Partial<Record<string, SentMemberFlaw>>> = {
  missing: 'missing',
  unknown: 'value',
  number: 'value',
  string: 'value',
  'other-form': 'form',
}

const says: Readonly<Partial<Record<string, string>>> = {
  unknown: 'none of its values',
  number: 'a number',
  string: 'a string',
  below: 'below its minimum',
  above: 'above its maximum',
  short: 'too short',
  long: 'too long',
  'too-large': 'beyond 64 bits',
  'other-form': 'of another form',
}

type Row = readonly [name: string, flaw: SentMemberFlaw, summary: string, Overrides]

function faultsOf(member: Member): readonly Row[] {
  const { name, type, isRequired, values } = member
  const accept = accepting((body) => ({ ...body, [name]: isRequired ? sampleOf(member) : undefined }))
  const wrong = values !== null ? 'unknown' : type === 'string' || type === 'strings' ? 'number' : 'string'
  const ways = [...(isRequired ? (['missing'] as const) : []), wrong, ...Object.keys(beyondOf(member))]
  return [
    ...ways.map((way): Row => [
      `${way}-accepted`,
      flawOf[way] ?? 'range',
      `a NewPet is taken though its ${name} is ${says[way] ?? way}`,
      accept,
    ]),
    [
      'changed',
      'changed',
      `a new animal gets another ${name} than was sent`,
      changing((animal) => changed(animal, member)),
    ],
    ...(isRequired
      ? []
      : [['required', 'needed', `a NewPet without ${name} is refused with 400`, refusingValue(name)] as const]),
  ]
}

/** Refuses a NewPet with this value of a member, or without it. */
function refusingValue(name: string, value?: unknown): Overrides {
  return refusing((animal) => valuesOf(animal)[name] === value)
}

function valuesOf(animal: NewPet): Readonly<Partial<Record<string, unknown>>> {
  return animal
}

function changed(animal: NewPet, member: Member): NewPet {
  const sent = valuesOf(animal)[member.name]
  const others = sent === undefined ? [] : othersOf(member, sent)
  return others.map((other) => ({ ...animal, [member.name]: other })).find(validateNewPet) ?? animal
}

/** Every further member of a NewPet: the least or the greatest value that the description allows is refused. */
export const refusedExtremeFaults: readonly DerivedFault[] = shapes.NewPet.members.flatMap((member: Member) =>
  Object.entries(extremesOf(member)).map(([which, value]) => ({
    id: `${operations.createPet.word}-${member.word}-${which}-refused`,
    clause: operationClauses('createPet').answers,
    summary: `a NewPet with the ${which} ${member.name} is refused with 400`,
    overrides: refusingValue(member.name, value),
  })),
)

/** Every member of a NewPet: createPet takes it with a flaw, or keeps another value. What services often do wrong stands in `create-pet.ts`, in place of these. */
export const sentMemberFaults: readonly DerivedFault[] = shapes.NewPet.members.flatMap((member: Member) =>
  faultsOf(member).flatMap(([name, flaw, summary, overrides]) => {
    const { section, word } = operations.createPet
    const clause = clauseOfSentMember(section, member, flaw)
    return clause === undefined ? [] : { id: `${word}-${member.word}-${name}`, clause, summary, overrides }
  }),
)
