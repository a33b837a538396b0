/** A question that the interface leaves open (implementation-defined), with the choices that this project knows. */
export interface Silence {
  /** The name that options, flags, files and reports use. */
  readonly id: string
  /** The section of the interface that leaves the question open. */
  readonly section: string
  readonly question: string
  /** The choice that the mock takes by default. */
  readonly default: string
  /** The named choices, and what each does. */
  readonly choices: Readonly<Record<string, string>>
  /** A form that further choices may take, beside the named ones. */
  readonly form?: { readonly shape: string; readonly does: string; readonly accepts: RegExp }
}

/**
 * Every silence, in the order of the interface. Options, help texts, tables and pages are made from these values. What
 * has no switch is in spec/decisions/0004-silences-that-were-added.md.
 */
export const silences = [
  {
    id: 'media-type',
    section: '1',
    question: 'What happens to a body that is not labelled application/json?',
    default: 'accept',
    choices: {
      accept: 'it is read as JSON all the same',
      reject: 'it is refused with 400',
      'reject-415': 'it is refused with 415',
    },
  },
  {
    id: 'status-default',
    section: '2',
    question: 'Which status has an animal that was added without one?',
    default: 'absent',
    choices: {
      absent: 'none: the member is left out',
      available: 'it becomes available',
    },
  },
  {
    id: 'unknown-fields',
    section: '2',
    question: 'What happens to further members of a NewPet?',
    default: 'ignore',
    choices: {
      ignore: 'they are dropped',
      reject: 'the body is refused with 400',
    },
  },
  {
    id: 'category-check',
    section: '2',
    question: 'Must categoryId be known to the service?',
    default: 'none',
    choices: {
      none: 'any int64 will do',
      known: 'only the categories of the animals that the sandbox started with; others are refused with 400',
    },
  },
  {
    id: 'name-check',
    section: '2',
    question: 'Are blank or very long names allowed?',
    default: 'none',
    choices: {
      none: 'any text will do, the empty one too',
      strict: 'blank names and names of more than 100 characters are refused with 400',
    },
  },
  {
    id: 'error-codes',
    section: '2',
    question: 'Which values has the code of an Error?',
    default: 'documented',
    choices: {
      documented: "this project's own codes, listed in the README",
    },
    form: {
      shape: 'CODE:THEIRS,…',
      does: 'the service says THEIRS where this project says CODE, as in not_found:E404,unauthorized:E401',
      accepts: /^[a-z0-9_]+:[^,\p{C}]+(?:,[a-z0-9_]+:[^,\p{C}]+)*$/u,
    },
  },
  {
    id: 'undocumented',
    section: '4',
    question: 'What do other paths and methods answer?',
    default: '404-405',
    choices: {
      '404-405': '404 for a path, and 405 with Allow for a method on a documented path',
      'not-found': '404 for both',
    },
  },
  {
    id: 'list-order',
    section: '4.1',
    question: 'In which order does the list come?',
    default: 'oldest-first',
    choices: {
      'oldest-first': 'in the order of creation',
      'newest-first': 'the latest animal first',
    },
  },
  {
    id: 'paging',
    section: '4.1',
    question: 'How are further pages reached?',
    default: 'none',
    choices: {
      none: 'they are not',
      link: 'by a Link header with rel="next", whose address holds a cursor',
    },
  },
  {
    id: 'page-cap',
    section: '4.1',
    question: 'May a page hold fewer animals than limit though more exist?',
    default: 'none',
    choices: {
      none: 'no: a page is as full as limit allows',
    },
    form: {
      shape: 'NUMBER',
      does: 'no page holds more than NUMBER animals (1 to 100)',
      accepts: /^(?:[1-9]|[1-9][0-9]|100)$/,
    },
  },
  {
    id: 'invalid-query',
    section: '4.1',
    question: 'What do a limit outside 1 to 100 and an unknown status do?',
    default: 'reject',
    choices: {
      reject: 'the call is refused with 400',
      'reject-422': 'the call is refused with 422',
      clamp: 'the limit becomes the nearest allowed one; what is no number or no status counts as not given',
      ignore: 'the parameter counts as not given',
    },
  },
  {
    id: 'unknown-query',
    section: '4.1',
    question: 'What do query parameters do that the interface does not name?',
    default: 'ignore',
    choices: {
      ignore: 'nothing',
      reject: 'the call is refused with 400',
    },
  },
  {
    id: 'large-body',
    section: '4.2',
    question: 'How is a body of more than 1 MiB refused?',
    default: 'reject-413',
    choices: {
      'reject-413': 'with 413',
      reject: 'with 400',
    },
  },
  {
    id: 'malformed-id',
    section: '4.3',
    question: 'What does a petId do that is no int64?',
    default: 'not-found',
    choices: {
      'not-found': 'no animal has it: 404',
      reject: 'the call is refused with 400',
    },
  },
  {
    id: 'rate-body',
    section: '7',
    question: 'Which body has a 429?',
    default: 'error',
    choices: {
      error: 'an Error',
      empty: 'none',
    },
  },
  {
    id: 'retry-after',
    section: '8',
    question: 'Which format has Retry-After?',
    default: 'seconds',
    choices: {
      seconds: 'whole seconds to wait',
      'http-date': 'the date from which calls are welcome again',
    },
  },
  {
    id: 'rate-window',
    section: '8',
    question: 'Which window do the X-RateLimit headers report?',
    default: 'tightest',
    choices: {
      tightest: 'the one with fewer requests left',
      minute: 'the minute',
      day: 'the day',
    },
  },
  {
    id: 'window-start',
    section: '8',
    question: 'When do a minute and a day begin?',
    default: 'clock',
    choices: {
      clock: 'with each minute and each UTC day of the clock, for every key alike',
      'first-call': 'with the first call of a key after its window before has ended',
    },
  },
  {
    id: 'rate-anonymous',
    section: '8',
    question: 'Do calls without a valid key count?',
    default: 'no',
    choices: {
      no: 'no: their headers show an untouched Free window',
      yes: 'yes: together they have one Free quota',
    },
  },
  {
    id: 'enterprise',
    section: '8',
    question: 'What are the custom quotas of the Enterprise plan?',
    default: '5000/1000000',
    choices: {},
    form: {
      shape: 'MINUTE/DAY',
      does: 'so many requests a minute and so many a day',
      accepts: /^[1-9][0-9]{0,14}\/[1-9][0-9]{0,14}$/,
    },
  },
  {
    id: 'ban',
    section: '8',
    question: 'How many early retries ban a key, and for how long?',
    default: '10/300',
    choices: {
      never: 'no number of early retries bans a key',
    },
    form: {
      shape: 'CALLS/SECONDS',
      does: 'so many calls sent before Retry-After has passed ban the key for so many seconds',
      accepts: /^[1-9][0-9]{0,8}\/[1-9][0-9]{0,8}$/,
    },
  },
  {
    id: 'banned-key',
    section: '8',
    question: 'What does a banned key get?',
    default: 'too-many-requests',
    choices: {
      'too-many-requests': '429, with Retry-After telling the end of the ban',
      unauthorized: '401, as an invalid key',
    },
  },
  {
    id: 'removal',
    section: '9',
    question: 'What does getPet answer after its removal?',
    default: 'not-found',
    choices: {
      'not-found': '404, as any path that does not exist',
      gone: '410',
    },
  },
  {
    id: 'deprecation-headers',
    section: '9',
    question: 'Does getPet say in headers that it is deprecated?',
    default: 'none',
    choices: {
      none: 'no',
      both: 'by Deprecation and by Sunset, which names the day of removal',
    },
  },
] as const satisfies readonly Silence[]

/** The id of a silence. */
export type SilenceId = (typeof silences)[number]['id']

type ChoiceOf<S> = S extends { choices: infer Choices; form: object }
  ? (keyof Choices & string) | (string & {})
  : S extends { choices: infer Choices }
    ? keyof Choices & string
    : never

/** One choice for each silence. */
export type Profile = {
  readonly [S in (typeof silences)[number] as S['id']]: ChoiceOf<S>
}
