import type { SilenceId } from './made/choices.ts'

/** A question that the interface leaves open (implementation-defined), with the choices that this project knows. */
export interface Silence {
  readonly id: SilenceId
  readonly section: string
  readonly question: string
  readonly default: string
  readonly choices: Readonly<Record<string, string>>
  /** The form of further choices, beside the named ones. */
  readonly form?: Form | undefined
}

interface Form {
  readonly shape: string
  readonly does: string
  readonly accepts: RegExp
}

/** Defines one silence. The default is the first choice, unless the form has one. */
function silence(
  section: string,
  question: string,
  choices: Silence['choices'],
  further?: Form & { readonly usual?: string },
): Omit<Silence, 'id'> {
  const { usual = Object.keys(choices)[0] ?? '', ...form } = further ?? {}
  return { section, question, default: usual, choices, form: further && (form as Form) }
}

/** Refusals with any other status. */
const otherStatus = {
  shape: 'reject-STATUS',
  does: 'it is refused with STATUS (400 to 599)',
  accepts: /^reject-[45][0-9]{2}$/,
}

/** Every silence by its id, in the order of the interface. What has no switch is in spec/decisions/0004-silences-that-were-added.md. */
const table: Readonly<Record<SilenceId, Omit<Silence, 'id'>>> = {
  'media-type': silence(
    '1',
    'What happens to a body that is not labelled application/json?',
    {
      accept: 'it is read as JSON anyway',
      reject: 'it is refused with 400',
      'reject-415': 'it is refused with 415',
    },
    otherStatus,
  ),
  'status-default': silence('2', 'Which status does an animal get that was added without one?', {
    absent: 'none: the member is left out',
    available: 'it becomes available',
    pending: 'it becomes pending',
    sold: 'it becomes sold',
  }),
  'unknown-fields': silence(
    '2',
    'What happens to further members of a NewPet?',
    { ignore: 'they are dropped', reject: 'the body is refused with 400' },
    otherStatus,
  ),
  'further-members': silence(
    '2',
    'Which members does a Pet have beside those of the interface?',
    { none: 'none' },
    {
      shape: 'JSON',
      does: 'those of this JSON object; {id} in it becomes the id of the animal, as in {"href":"/pets/{id}"}',
      accepts: /^\{.{1,2000}\}$/u,
    },
  ),
  'category-check': silence(
    '2',
    'Must categoryId be known to the service?',
    {
      none: 'any int64 will do',
      known: 'only the categories of the animals that the sandbox started with; others are refused with 400',
    },
    { shape: 'known-STATUS', does: 'the same, refused with STATUS (400 to 599)', accepts: /^known-[45][0-9]{2}$/ },
  ),
  'name-check': silence(
    '2',
    'Are blank or very long names allowed?',
    {
      none: 'any text will do, the empty one too',
      strict: 'blank names and names of more than 100 characters are refused with 400',
      'no-blank': 'blank names are refused with 400',
      'no-empty': 'the empty name is refused with 400',
    },
    {
      shape: '[no-blank-|no-empty-]NUMBER',
      does: 'names of more than NUMBER characters are refused with 400, and blank ones with no-blank, or the empty one with no-empty',
      accepts: /^(?:no-(?:blank|empty)-)?[1-9][0-9]{0,4}$/,
    },
  ),
  'duplicate-names': silence(
    '4.2',
    'May an animal have the name of another one?',
    { accept: 'yes', 'reject-409': 'no: it is refused with 409', reject: 'no: it is refused with 400' },
    otherStatus,
  ),
  'error-codes': silence(
    '2',
    'Which values does the code of an Error have?',
    { documented: "this project's own codes, listed in docs/error-codes.md" },
    {
      shape: 'CODE:THEIRS,…',
      does: 'the service says THEIRS where this project says CODE, as in not_found:E404,unauthorized/missing:E401',
      accepts: /^[a-z0-9_]+(?:\/[A-Za-z]+)*:[^,\p{C}]*(?:,[a-z0-9_]+(?:\/[A-Za-z]+)*:[^,\p{C}]*)*$/u,
    },
  ),
  'new-ids': silence('2', 'Which ids do new animals get?', {
    rising: 'the one after the highest',
    large: 'from 9007199254740993 on, where a JavaScript number cannot hold every integer',
    negative: 'ids below zero',
  }),
  undocumented: silence(
    '4',
    'What do other paths and methods answer?',
    {
      '404-405': '404 for a path, and 405 with Allow for a method on a documented path',
      'not-found': '404 for both',
    },
    {
      shape: 'PATH-METHOD[-no-allow]',
      does: 'these statuses (200 with an empty object, or 400 to 599), as in 404-501; a 405 has no Allow with no-allow',
      accepts: /^(?:200|[45][0-9]{2})-(?:200|[45][0-9]{2})(?:-no-allow)?$/,
    },
  ),
  'path-form': silence('4', 'Are /pets/ and /Pets other paths than /pets?', {
    exact: 'yes, both',
    'trailing-slash': 'a slash at the end does not count',
    'redirect-301': 'yes, but with a slash at the end it answers 301 with the path without it, as in Django',
    'redirect-308': 'yes, but with a slash at the end it answers 308 with the path without it',
    lenient: 'neither a slash at the end nor the case of letters counts, as in Express',
  }),
  head: silence('4', 'What does HEAD answer?', {
    undocumented: 'the same as other undocumented methods',
    'as-get': 'what GET would answer, without the body',
  }),
  'list-order': silence('4.1', 'In which order does the list come?', {
    'oldest-first': 'in the order of creation',
    'newest-first': 'the latest animal first',
  }),
  paging: silence('4.1', 'How are further pages reached?', {
    none: 'they are not',
    link: 'by a Link header with rel="next", whose address holds a cursor',
  }),
  'page-cap': silence(
    '4.1',
    'May a page hold fewer animals than limit even if more exist?',
    { none: 'no: a page is as full as limit allows' },
    {
      shape: 'NUMBER',
      does: 'no page holds more than NUMBER animals (1 to 100)',
      accepts: /^(?:[1-9]|[1-9][0-9]|100)$/,
    },
  ),
  'invalid-query': silence(
    '4.1',
    'What do a limit outside 1 to 100 and an unknown status do?',
    {
      reject: 'the call is refused with 400',
      'reject-422': 'the call is refused with 422',
      clamp: 'the limit becomes the nearest allowed one; anything else counts as not given',
      ignore: 'the parameter counts as not given',
      empty: 'the list has no animals',
    },
    otherStatus,
  ),
  'small-limit': silence(
    '4.1',
    'What does a limit below 1 do, if not the same as other invalid queries?',
    {
      'invalid-query': 'as the silence invalid-query says',
      clamp: 'it becomes 1',
      'ignore-zero': '0 counts as not given, and a negative limit becomes 1',
      ignore: 'it counts as not given',
      empty: 'the list has no animals',
    },
    otherStatus,
  ),
  'large-limit': silence(
    '4.1',
    'What does a limit beyond 100 do, if not the same as other invalid queries?',
    {
      'invalid-query': 'as the silence invalid-query says',
      clamp: 'it becomes 100',
      ignore: 'it counts as not given',
      empty: 'the list has no animals',
    },
    otherStatus,
  ),
  'limit-form': silence('4.1', 'Which texts are a limit?', {
    digits: 'digits without a zero before them; others are an invalid query',
    zeros: 'digits: 05 is 5',
    'leading-digits': 'what begins with digits: 05, 5.5 and 5x are 5',
  }),
  'invalid-status': silence(
    '4.1',
    'What does an unknown status do, if not the same as an invalid limit?',
    {
      'invalid-query': 'as the silence invalid-query says',
      ignore: 'it counts as not given',
      empty: 'the list has no animals',
    },
    otherStatus,
  ),
  'unknown-query': silence(
    '4.1',
    'What do query parameters do that the interface does not name?',
    { ignore: 'nothing', reject: 'the call is refused with 400' },
    otherStatus,
  ),
  'large-body': silence(
    '4.2',
    'How is a body of more than 1 MiB refused?',
    { 'reject-413': 'with 413', reject: 'with 400' },
    otherStatus,
  ),
  'full-store': silence('4.2', 'What is answered when no room is left?', {
    'reject-507': '507, and what is stored stays',
    'reject-503': '503, and what is stored stays',
  }),
  'malformed-id': silence(
    '4.3',
    'What does a petId do that is no int64?',
    { 'not-found': 'no animal has it: 404', reject: 'the call is refused with 400' },
    otherStatus,
  ),
  'large-id': silence(
    '4.3',
    'What does a petId beyond int64 do, if not the same as letters?',
    { 'malformed-id': 'as the silence malformed-id says' },
    otherStatus,
  ),
  'rate-body': silence('7', 'Which body does a 429 have?', { error: 'an Error', empty: 'none' }),
  'retry-after': silence('8', 'Which format does Retry-After have?', {
    seconds: 'whole seconds to wait',
    'http-date': 'the date from which calls are allowed again',
  }),
  'rate-window': silence('8', 'Which window do the X-RateLimit headers report?', {
    tightest: 'the one with fewer requests left',
    minute: 'the minute',
    day: 'the day',
  }),
  'window-start': silence('8', 'When do a minute and a day begin?', {
    clock: 'with each minute and each UTC day of the clock, for every key alike',
    'first-call': 'with the first call of a key after its last window has ended',
  }),
  'rate-anonymous': silence('8', 'Do calls without a valid key count?', {
    no: 'no: their headers show an untouched Free window',
    yes: 'yes: together they have one Free quota',
  }),
  enterprise: silence(
    '8',
    'What are the custom quotas of the Enterprise plan?',
    {},
    {
      shape: 'MINUTE/DAY',
      does: 'so many requests a minute and so many a day',
      accepts: /^[1-9][0-9]{0,14}\/[1-9][0-9]{0,14}$/,
      usual: '5000/1000000',
    },
  ),
  ban: silence(
    '8',
    'How many early retries ban a key, and for how long?',
    { never: 'early retries never ban a key' },
    {
      shape: 'CALLS/SECONDS',
      does: 'so many calls sent before Retry-After has passed ban the key for so many seconds',
      accepts: /^[1-9][0-9]{0,8}\/[1-9][0-9]{0,8}$/,
      usual: '10/300',
    },
  ),
  'banned-key': silence('8', 'What does a banned key get?', {
    'too-many-requests': '429; Retry-After says when the ban ends',
    unauthorized: '401, as an invalid key',
  }),
  removal: silence('9', 'What does getPet answer after its removal?', {
    'not-found': '404, as any path that does not exist',
    gone: '410',
  }),
  'deprecation-headers': silence(
    '9',
    'Does getPet say in headers that it is deprecated?',
    {
      none: 'no',
      both: 'by Deprecation and by Sunset, which names the day of removal',
      'both-on-200': 'the same, in a 200 alone',
    },
    {
      shape: 'HEADER[-on-200]',
      does: 'by this one alone, deprecation or sunset, and with on-200 in a 200 alone',
      accepts: /^(?:deprecation|sunset)(?:-on-200)?$/,
    },
  ),
}

/** Every silence. Options, help texts, tables and pages are made from these values. */
export const silences: readonly Silence[] = Object.entries(table).map(([id, about]) => ({
  id: id as SilenceId,
  ...about,
}))
