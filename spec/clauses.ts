import { documentedClauses, operations } from './made/operations.ts'

/** The title of each section. Section 6 states nothing, so it has no clause. */
export const sectionTitles = {
  '1': 'What the service does',
  '2': 'Resources and their fields',
  '3': 'States and transitions',
  '4': 'Endpoints',
  '4.1': 'List animals',
  '4.2': 'Add an animal',
  '4.3': 'Get an animal',
  '5': 'Authentication',
  '6': 'Events',
  '7': 'Errors',
  '8': 'Limits',
  '9': 'Versioning',
} as const

type Section = keyof typeof sectionTitles

/** The clauses on what each operation documents. Faults, checks, probes and test servers find them by `operationClauses`. */
type NeededId = {
  [Id in keyof typeof operations]: Exclude<(typeof documentedClauses)[Id][keyof (typeof documentedClauses)[Id]], null>
}[keyof typeof operations]

type Statement = string | readonly [seen: 'sequence' | 'not-from-outside' | 'client', text: string]

/**
 * Every clause by its id, in the order of the interface. A statement that the document repeats is here once, in the
 * section that says most about it. What the document leaves open is in `silences`. One exchange can show a breach, unless
 * the clause needs a `sequence` of exchanges, is `not-from-outside`, or binds the `client`. The last two judge no
 * deployment. An exchange may still need a prepared state, such as a key that has no request left.
 */
const statements = {
  '1/two-addresses': ['not-from-outside', 'The service has a production address and a staging address.'],
  '1/path-prefix': 'Both addresses end in /v1, and every path is found below it.',
  '1/added-animal-kept': [
    'sequence',
    'The service keeps a catalogue: an animal that was added can be read afterwards.',
  ],
  '1/request-media-type': ['client', 'A request with a body is sent as application/json.'],
  '1/response-media-type': 'A documented response with a body has the media type application/json.',
  '1/response-is-json': 'The body of a documented response is JSON.',

  '2/pet-name-present': 'A Pet has a name.',
  '2/pet-name-string': 'The name of a Pet is a string.',
  '2/pet-category-id-present': 'A Pet has a categoryId.',
  '2/pet-category-id-int64': 'The categoryId of a Pet is an int64.',
  '2/pet-status-value': 'A Pet need not have a status; if it has one, it is available, pending or sold.',
  '2/pet-id-present': 'A Pet has an id.',
  '2/pet-id-int64': 'The id of a Pet is an int64.',
  '2/pet-id-unique': 'No two animals have the same id.',
  '2/pet-id-assigned': 'The service gives an animal its id when the animal is added; the client does not.',
  '2/pets-array': 'Pets is a JSON array, with no object around it.',
  '2/pets-items': 'Every item of Pets is a Pet.',
  '2/error-code': 'An Error has a code, a string.',
  '2/error-message': 'An Error has a message, a string.',
  '2/error-status': 'An Error has a status, an integer.',
  '2/error-status-equals': 'The status of an Error is the HTTP status of its response.',
  '2/error-for-programs-and-people': [
    'not-from-outside',
    'The code of an Error is meant for programs and its message for people.',
  ],

  '3/status-at-creation': 'A new animal may be given any of the three statuses.',

  '4/operation-names': ['not-from-outside', 'The operations are called listPets, createPet and getPet.'],

  '4.1/answers-pets': 'GET /pets answers 200 with Pets.',
  '4.1/no-request-body': 'listPets needs no request body.',
  '4.1/limit-optional': 'listPets needs no limit.',
  '4.1/limit-accepted': 'Every limit from 1 to 100, both included, is accepted.',
  '4.1/limit-outside': ['client', 'No limit below 1 or above 100 is sent; the answer to one is not stated.'],
  '4.1/limit-most': 'At most limit animals come back.',
  '4.1/limit-default': 'Without a limit at most 20 animals come back.',
  '4.1/limit-default-as-20': ['sequence', 'Without a limit as many animals come back as with a limit of 20.'],
  '4.1/status-optional': [
    'sequence',
    'listPets needs no status, and without one it leaves out no animal because of its status.',
  ],
  '4.1/status-accepted': 'Every PetStatus is accepted as a filter.',
  '4.1/status-filter': 'With a status only animals of that status come back.',
  '4.1/status-filter-finds': ['sequence', 'With a status the animals of that status are not left out.'],
  '4.1/unauthorized': 'listPets without a valid API key answers 401 with an Error.',
  '4.1/paginated': ['not-from-outside', 'The list is paginated; how further pages are reached is not stated.'],

  '4.2/answers-pet': 'POST /pets with a NewPet adds the animal and answers 201 with a Pet.',
  '4.2/media-type': 'createPet takes a body that is labelled application/json.',
  '4.2/assigned-id': 'The Pet of a 201 has the id that the new animal was given.',
  '4.2/name-as-sent': 'The Pet of a 201 has the name that was sent.',
  '4.2/category-id-as-sent': 'The Pet of a 201 has the categoryId that was sent, every digit of it.',
  '4.2/status-as-sent': 'The Pet of a 201 has the status that was sent, if one was.',
  '4.2/status-optional': 'A NewPet needs no status.',
  '4.2/body-required': 'createPet without a body answers 400.',
  '4.2/body-is-new-pet': 'A body that is no JSON object answers 400.',
  '4.2/name-required': 'A NewPet without a name answers 400.',
  '4.2/name-string': 'A name that is no string answers 400.',
  '4.2/category-id-required': 'A NewPet without a categoryId answers 400.',
  '4.2/category-id-integer': 'A categoryId that is no integer answers 400.',
  '4.2/category-id-64-bits': 'A categoryId beyond 64 bits answers 400.',
  '4.2/status-value': 'A status that is no PetStatus answers 400.',
  '4.2/invalid-error': 'The body of a 400 is an Error.',
  '4.2/invalid-not-added': ['sequence', 'A body that answers 400 adds no animal.'],
  '4.2/unauthorized': 'createPet without a valid API key answers 401 with an Error.',

  '4.3/answers-pet': ['sequence', 'GET /pets/{petId} with the id of an animal answers 200 with a Pet.'],
  '4.3/same-id': 'The Pet of a 200 has the id that was asked for.',
  '4.3/same-animal': ['sequence', 'The Pet of a 200 is the animal that was added under that id.'],
  '4.3/pet-id-int64': 'Every int64 is accepted as a petId.',
  '4.3/no-request-body': 'getPet needs no request body.',
  '4.3/not-found': 'A petId that no animal has answers 404.',
  '4.3/not-found-error': 'The body of a 404 is an Error.',
  '4.3/unauthorized': 'getPet without a valid API key answers 401 with an Error.',
  '4.3/replacement': ['client', 'getPet is replaced by GET /pets with a status.'],

  '5/every-operation': 'No operation does its work for a request without a bearer credential.',
  '5/bearer-key': 'A valid API key is accepted as the bearer token of the Authorization header.',
  '5/missing-key': 'A request without an API key answers 401.',
  '5/invalid-key': 'A request with an invalid API key answers 401.',
  '5/error-body': 'The body of a 401 is an Error.',
  '5/refused-does-nothing': ['sequence', 'A request that answers 401 adds no animal.'],

  '7/error-shape': 'Every documented error has the Error shape; for a 429 no shape is stated.',
  '7/error-media-type': 'Every documented error has the content type application/json.',

  '8/free-per-minute': 'The Free plan allows 60 requests per minute.',
  '8/free-per-day': 'The Free plan allows 1,000 requests per day.',
  '8/pro-per-minute': 'The Pro plan allows 300 requests per minute.',
  '8/pro-per-day': 'The Pro plan allows 10,000 requests per day.',
  '8/business-per-minute': 'The Business plan allows 1,000 requests per minute.',
  '8/business-per-day': 'The Business plan allows 100,000 requests per day.',
  '8/enterprise-custom': ['not-from-outside', 'The quotas of the Enterprise plan are agreed with each customer.'],
  '8/headers-on-every-response':
    'Every response has X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset, errors included.',
  '8/limit-of-caller': 'X-RateLimit-Limit is the limit that holds for the caller.',
  '8/remaining-count': 'X-RateLimit-Remaining is the number of requests that the current window still allows.',
  '8/remaining-falls': ['sequence', 'X-RateLimit-Remaining falls as requests are made in a window.'],
  '8/reset-timestamp': 'X-RateLimit-Reset is a Unix timestamp.',
  '8/reset-resets': ['sequence', 'The limit resets at the instant of X-RateLimit-Reset.'],
  '8/too-many-requests': ['sequence', 'A request that exceeds the rate limit answers 429.'],
  '8/within-limit': ['sequence', 'A request that does not exceed the rate limit is not answered with 429.'],
  '8/retry-after-present': 'A 429 has a Retry-After header.',
  '8/retry-after-is-a-time': 'Retry-After gives a time to wait, in a format that is not stated.',
  '8/client-waits': ['client', 'After a 429 the client waits for the time that Retry-After gives.'],
  '8/client-backs-off': ['client', 'The client backs off exponentially.'],
  '8/ban': ['not-from-outside', 'An API key that keeps sending requests after a 429 may be banned for a while.'],
  '8/higher-limits': ['not-from-outside', 'Higher limits come with another plan.'],

  '9/version': ['not-from-outside', 'The version of the interface is 1.0.0, and /v1 in the address carries it.'],
  '9/works-until-removal': 'getPet is deprecated but works until its removal on 5 December 2030.',
  '9/removal': 'getPet is removed on 5 December 2030.',
} as const satisfies Readonly<Record<`${Section}/${string}`, Statement> & Record<NeededId, Statement>>

/** The id of a clause: its section, a slash, and a name. Reports, checks and probes use it. */
export type ClauseId = keyof typeof statements

/** One statement of the interface that a deployment or a client can keep or break, in this project's words. */
export interface Clause {
  readonly id: ClauseId
  readonly section: Section
  readonly text: string
  /** The least that can show a breach. */
  readonly seen: 'one-exchange' | 'sequence' | 'not-from-outside'
  /** Set if only a client can break the clause. */
  readonly binds?: 'client'
}

export const clauses: readonly Clause[] = Object.entries(statements).map(([id, statement]) => {
  const [seen, text] = typeof statement === 'string' ? (['one-exchange', statement] as const) : statement
  const about = { id: id as ClauseId, section: id.slice(0, id.indexOf('/')) as Section, text }
  return seen === 'client' ? { ...about, seen: 'not-from-outside', binds: 'client' } : { ...about, seen }
})

/** The clauses on what an operation documents, and on its effect; null if it has no such thing. */
type OperationClauses = Readonly<
  Record<'answers' | 'unauthorized', ClauseId> &
    Record<keyof typeof documentedClauses.listPets | 'noRequestBody' | 'bodyRequired', ClauseId | null>
>

export function operationClauses(id: keyof typeof operations): OperationClauses {
  const { section } = operations[id]
  const find = (name: string) => clauses.find((clause) => clause.id === `${section}/${name}`)?.id ?? null
  return { ...documentedClauses[id], noRequestBody: find('no-request-body'), bodyRequired: find('body-required') }
}
