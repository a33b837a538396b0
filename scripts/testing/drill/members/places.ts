const chipOptional = "  '4.2/chip-value': 'A chip that is not two capital letters and four digits answers 400.',"
// One clause for each flaw: not every run shows each.
const chipRequired = `  '4.2/chip-required': 'A NewPet without a chip answers 400.',
  '4.2/chip-string': 'A chip that is no string answers 400.',
  '4.2/chip-form': 'A chip that is not two capital letters and four digits answers 400.',`

/** What is left by hand for three further members of an animal: their clauses, each at the end of its part of the document. */
export function memberPlaces(isRequired: boolean) {
  const ifRequired = (clause: string): string => (isRequired ? clause : '')
  return {
    'spec/clauses.ts': [
      [
        "  '2/pet-id-present':",
        `  '2/pet-age-value': 'A Pet may have an age, an integer from 0 to 100.',
${ifRequired("  '2/pet-chip-present': 'A Pet has a chip.',")}
  '2/pet-chip-value': 'The chip of a Pet is two capital letters and four digits.',
  '2/pet-tags-value': 'A Pet may have tags, a list of strings.',
  '2/pet-id-present':`,
      ],
      [
        "  '4.2/invalid-error':",
        `  '4.2/age-value': 'An age that is no integer from 0 to 100 answers 400.',
  '4.2/age-as-sent': 'The Pet of a 201 has the age that was sent, if one was.',
${isRequired ? chipRequired : chipOptional}
  '4.2/chip-as-sent': 'The Pet of a 201 has the chip that was sent.',
  '4.2/tags-value': 'Tags that are no list of strings answer 400.',
  '4.2/tags-as-sent': 'The Pet of a 201 has the tags that were sent, if some were.',
  '4.2/invalid-error':`,
      ],
    ],
  } as const
}
