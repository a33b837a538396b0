const chipOptional = "  '4.2/drill-chip-value': 'A chip that is not two capital letters and four digits answers 400.',"
// One clause for each flaw: not every run shows each.
const chipRequired = `  '4.2/drill-chip-required': 'A NewPet without a chip answers 400.',
  '4.2/drill-chip-string': 'A chip that is no string answers 400.',
  '4.2/drill-chip-form': 'A chip that is not two capital letters and four digits answers 400.',`

/** What is left by hand for three further members of an animal: their clauses, each at the end of its part of the document. */
export function memberPlaces(isRequired: boolean) {
  const ifRequired = (clause: string): string => (isRequired ? clause : '')
  return {
    'spec/clauses.ts': [
      [
        "  '2/pet-id-present':",
        `  '2/pet-drill-age-value': 'A Pet may have an age, an integer from 0 to 100.',
${ifRequired("  '2/pet-drill-chip-present': 'A Pet has a chip.',")}
  '2/pet-drill-chip-value': 'The chip of a Pet is two capital letters and four digits.',
  '2/pet-drill-tags-value': 'A Pet may have tags, a list of strings.',
  '2/pet-id-present':`,
      ],
      [
        "  '4.2/invalid-error':",
        `  '4.2/drill-age-value': 'An age that is no integer from 0 to 100 answers 400.',
  '4.2/drill-age-optional': 'A NewPet needs no age.',
  '4.2/drill-age-as-sent': 'The Pet of a 201 has the age that was sent, if one was.',
${isRequired ? chipRequired : chipOptional}
  '4.2/drill-chip-as-sent': 'The Pet of a 201 has the chip that was sent.',
  '4.2/drill-tags-value': 'Tags that are no list of strings answer 400.',
  '4.2/drill-tags-as-sent': 'The Pet of a 201 has the tags that were sent, if some were.',
  '4.2/invalid-error':`,
      ],
    ],
  } as const
}
