/**
 * Text in its composed Unicode form, or in the decomposed one. Where more than 64 marks follow each other, as in no
 * language, it is left as it is: the time that it takes to put marks in order grows with the square of their number, and
 * a name of a megabyte would take minutes.
 */
export function normalized(text: string, form: 'NFC' | 'NFD' = 'NFC'): string {
  return /\p{M}{65}/u.test(text) ? text : text.normalize(form)
}
