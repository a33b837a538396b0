import {
  type ClauseId,
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
} from '../../../spec/index.ts'
import type { Overrides } from '../../call/overrides.ts'
import { accepting, changing, refusing } from './create-pet.ts'
import type { DerivedFault } from './every-operation.ts'
import { beyond } from './members.ts'

/** What is wrong with a member that is taken all the same, and how a summary goes on after "is". */
const wrongWays: Readonly<Record<string, readonly [flaw: SentMemberFlaw, says: string]>> = {
  ...beyond,
  missing: ['missing', 'missing'],
  unknown: ['value', 'none of its values'],
  number: ['value', 'a number'],
  string: ['value', 'a string'],
  'too-large': ['range', 'beyond 64 bits'],
}

type Row = readonly [name: string, clause: ClauseId | undefined, summary: string, overrides: Overrides]

const { section, word } = operations.createPet

function faultsOf(member: Member): readonly Row[] {
  const { name, type, isRequired, values } = member
  const clause = (flaw: SentMemberFlaw) => clauseOfSentMember(section, member, flaw)
  const accept = accepting((body) => ({ ...body, [name]: isRequired ? sampleOf(member) : undefined }))
  const wrong = values !== null ? 'unknown' : type === 'string' || type === 'strings' ? 'number' : 'string'
  const ways = [...(isRequired ? ['missing'] : []), wrong, ...Object.keys(beyondOf(member))]
  const taken = ways.map((way): Row => {
    const [flaw, says] = wrongWays[way] ?? ['range', way]
    return [`${way}-accepted`, clause(flaw), `a NewPet is taken though its ${name} is ${says}`, accept]
  })
  const change = changing((animal) => changed(animal, member))
  const needed = isRequired ? undefined : clause('needed')
  const { answers } = operationClauses('createPet')
  return [
    ...taken,
    ['changed', clause('changed'), `a new animal gets another ${name} than was sent`, change],
    ['required', needed, `a NewPet without ${name} is refused with 400`, refusingValue(name)],
    ...Object.entries(extremesOf(member)).map(([which, value]): Row => {
      const summary = `a NewPet with the ${which} ${name} is refused with 400`
      return [`${which}-refused`, answers, summary, refusingValue(name, value)]
    }),
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

/** Every member of a NewPet: createPet takes it with a flaw, changes it, or refuses what is allowed. */
export const sentMemberFaults: readonly DerivedFault[] = shapes.NewPet.members.flatMap((member: Member) =>
  faultsOf(member).flatMap(([name, clause, summary, overrides]) =>
    clause === undefined ? [] : { id: `${word}-${member.word}-${name}`, clause, summary, overrides },
  ),
)
