/** The sections of the interface, in its order. Section 6 states nothing, so no clause is from it. */
export const sections = ['1', '2', '3', '4', '4.1', '4.2', '4.3', '5', '6', '7', '8', '9'] as const

/** What each section is called. */
export const sectionTitles: Readonly<Record<(typeof sections)[number], string>> = {
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
}

/**
 * The least that can show a breach: one request and its response, several of them in order, or nothing that can be seen
 * from outside. `one-exchange` may still need a prepared world, such as a key that has no request left.
 */
type Seen = 'one-exchange' | 'sequence' | 'not-from-outside'

/**
 * Every clause by its id, in the order of the interface. A statement that the document repeats is here once, in the
 * section that says most about it. What the document leaves open is in `silences`. 'client' marks a clause that only a
 * client can break, so that no deployment is judged by it.
 */
const statements = {
  '1/two-addresses': ['not-from-outside', 'The service has a production address and a staging address.'],
  '1/path-prefix': ['one-exchange', 'Both addresses end in /v1, and every path is found below it.'],
  '1/added-animal-kept': [
    'sequence',
    'The service keeps a catalogue: an animal that was added can be read afterwards.',
  ],
  '1/request-media-type': ['not-from-outside', 'A request with a body is sent as application/json.', 'client'],
  '1/response-media-type': ['one-exchange', 'A documented response with a body has the media type application/json.'],
  '1/response-is-json': ['one-exchange', 'The body of a documented response is JSON.'],

  '2/pet-name-present': ['one-exchange', 'A Pet has a name.'],
  '2/pet-name-string': ['one-exchange', 'The name of a Pet is a string.'],
  '2/pet-category-id-present': ['one-exchange', 'A Pet has a categoryId.'],
  '2/pet-category-id-int64': ['one-exchange', 'The categoryId of a Pet is an int64.'],
  '2/pet-status-value': [
    'one-exchange',
    'A Pet need not have a status; if it has one, it is available, pending or sold.',
  ],
  '2/pet-id-present': ['one-exchange', 'A Pet has an id.'],
  '2/pet-id-int64': ['one-exchange', 'The id of a Pet is an int64.'],
  '2/pet-id-unique': ['one-exchange', 'No two animals have the same id.'],
  '2/pet-id-assigned': [
    'one-exchange',
    'The service gives an animal its id when the animal is added; the client does not.',
  ],
  '2/pets-array': ['one-exchange', 'Pets is a JSON array, with no object around it.'],
  '2/pets-items': ['one-exchange', 'Every item of Pets is a Pet.'],
  '2/error-code': ['one-exchange', 'An Error has a code, a string.'],
  '2/error-message': ['one-exchange', 'An Error has a message, a string.'],
  '2/error-status': ['one-exchange', 'An Error has a status, an integer.'],
  '2/error-status-equals': ['one-exchange', 'The status of an Error is the HTTP status of its response.'],
  '2/error-for-programs-and-people': [
    'not-from-outside',
    'The code of an Error is meant for programs and its message for people.',
  ],

  '3/status-at-creation': ['one-exchange', 'A new animal may be given any of the three statuses.'],

  '4/operation-names': ['not-from-outside', 'The operations are called listPets, createPet and getPet.'],

  '4.1/answers-pets': ['one-exchange', 'GET /pets answers 200 with Pets.'],
  '4.1/no-request-body': ['one-exchange', 'listPets needs no request body.'],
  '4.1/limit-optional': ['one-exchange', 'listPets needs no limit.'],
  '4.1/limit-accepted': ['one-exchange', 'Every limit from 1 to 100, both included, is accepted.'],
  '4.1/limit-outside': [
    'not-from-outside',
    'No limit below 1 or above 100 is sent; the answer to one is not stated.',
    'client',
  ],
  '4.1/limit-most': ['one-exchange', 'At most limit animals come back.'],
  '4.1/limit-default': ['one-exchange', 'Without a limit at most 20 animals come back.'],
  '4.1/limit-default-as-20': ['sequence', 'Without a limit as many animals come back as with a limit of 20.'],
  '4.1/status-optional': [
    'sequence',
    'listPets needs no status, and without one it leaves out no animal because of its status.',
  ],
  '4.1/status-accepted': ['one-exchange', 'Every PetStatus is accepted as a filter.'],
  '4.1/status-filter': ['one-exchange', 'With a status only animals of that status come back.'],
  '4.1/status-filter-finds': ['sequence', 'With a status the animals of that status are not left out.'],
  '4.1/unauthorized': ['one-exchange', 'listPets without a valid API key answers 401 with an Error.'],
  '4.1/paginated': ['not-from-outside', 'The list is paginated; how further pages are reached is not stated.'],

  '4.2/answers-pet': ['one-exchange', 'POST /pets with a NewPet adds the animal and answers 201 with a Pet.'],
  '4.2/media-type': ['one-exchange', 'createPet takes a body that is labelled application/json.'],
  '4.2/assigned-id': ['one-exchange', 'The Pet of a 201 has the id that the new animal was given.'],
  '4.2/name-as-sent': ['one-exchange', 'The Pet of a 201 has the name that was sent.'],
  '4.2/category-id-as-sent': ['one-exchange', 'The Pet of a 201 has the categoryId that was sent, every digit of it.'],
  '4.2/status-as-sent': ['one-exchange', 'The Pet of a 201 has the status that was sent, if one was.'],
  '4.2/status-optional': ['one-exchange', 'A NewPet needs no status.'],
  '4.2/body-required': ['one-exchange', 'createPet without a body answers 400.'],
  '4.2/body-is-new-pet': ['one-exchange', 'A body that is no JSON object answers 400.'],
  '4.2/name-required': ['one-exchange', 'A NewPet without a name answers 400.'],
  '4.2/name-string': ['one-exchange', 'A name that is no string answers 400.'],
  '4.2/category-id-required': ['one-exchange', 'A NewPet without a categoryId answers 400.'],
  '4.2/category-id-integer': ['one-exchange', 'A categoryId that is no integer answers 400.'],
  '4.2/category-id-64-bits': ['one-exchange', 'A categoryId beyond 64 bits answers 400.'],
  '4.2/status-value': ['one-exchange', 'A status that is no PetStatus answers 400.'],
  '4.2/invalid-error': ['one-exchange', 'The body of a 400 is an Error.'],
  '4.2/invalid-not-added': ['sequence', 'A body that answers 400 adds no animal.'],
  '4.2/unauthorized': ['one-exchange', 'createPet without a valid API key answers 401 with an Error.'],

  '4.3/answers-pet': ['sequence', 'GET /pets/{petId} with the id of an animal answers 200 with a Pet.'],
  '4.3/same-id': ['one-exchange', 'The Pet of a 200 has the id that was asked for.'],
  '4.3/same-animal': ['sequence', 'The Pet of a 200 is the animal that was added under that id.'],
  '4.3/pet-id-int64': ['one-exchange', 'Every int64 is accepted as a petId.'],
  '4.3/no-request-body': ['one-exchange', 'getPet needs no request body.'],
  '4.3/not-found': ['one-exchange', 'A petId that no animal has answers 404.'],
  '4.3/not-found-error': ['one-exchange', 'The body of a 404 is an Error.'],
  '4.3/unauthorized': ['one-exchange', 'getPet without a valid API key answers 401 with an Error.'],
  '4.3/replacement': ['not-from-outside', 'getPet is replaced by GET /pets with a status.', 'client'],

  '5/every-operation': ['one-exchange', 'No operation does its work for a request without a bearer credential.'],
  '5/bearer-key': ['one-exchange', 'A valid API key is accepted as the bearer token of the Authorization header.'],
  '5/missing-key': ['one-exchange', 'A request without an API key answers 401.'],
  '5/invalid-key': ['one-exchange', 'A request with an invalid API key answers 401.'],
  '5/error-body': ['one-exchange', 'The body of a 401 is an Error.'],
  '5/refused-does-nothing': ['sequence', 'A request that answers 401 adds no animal.'],

  '7/error-shape': ['one-exchange', 'Every documented error has the Error shape; for a 429 no shape is stated.'],
  '7/error-media-type': ['one-exchange', 'Every documented error has the content type application/json.'],

  '8/free-per-minute': ['one-exchange', 'The Free plan allows 60 requests per minute.'],
  '8/free-per-day': ['one-exchange', 'The Free plan allows 1,000 requests per day.'],
  '8/pro-per-minute': ['one-exchange', 'The Pro plan allows 300 requests per minute.'],
  '8/pro-per-day': ['one-exchange', 'The Pro plan allows 10,000 requests per day.'],
  '8/business-per-minute': ['one-exchange', 'The Business plan allows 1,000 requests per minute.'],
  '8/business-per-day': ['one-exchange', 'The Business plan allows 100,000 requests per day.'],
  '8/enterprise-custom': ['not-from-outside', 'The quotas of the Enterprise plan are agreed with each customer.'],
  '8/headers-on-every-response': [
    'one-exchange',
    'Every response has X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset, errors included.',
  ],
  '8/limit-of-caller': ['one-exchange', 'X-RateLimit-Limit is the limit that holds for the caller.'],
  '8/remaining-count': [
    'one-exchange',
    'X-RateLimit-Remaining is the number of requests that the current window still allows.',
  ],
  '8/remaining-falls': ['sequence', 'X-RateLimit-Remaining falls as requests are made in a window.'],
  '8/reset-timestamp': ['one-exchange', 'X-RateLimit-Reset is a Unix timestamp.'],
  '8/reset-resets': ['sequence', 'The limit resets at the instant of X-RateLimit-Reset.'],
  '8/too-many-requests': ['sequence', 'A request that exceeds the rate limit answers 429.'],
  '8/within-limit': ['sequence', 'A request that does not exceed the rate limit is not answered with 429.'],
  '8/retry-after-present': ['one-exchange', 'A 429 has a Retry-After header.'],
  '8/retry-after-is-a-time': ['one-exchange', 'Retry-After gives a time to wait, in a format that is not stated.'],
  '8/client-waits': ['not-from-outside', 'After a 429 the client waits for the time that Retry-After gives.', 'client'],
  '8/client-backs-off': ['not-from-outside', 'The client backs off exponentially.', 'client'],
  '8/ban': ['not-from-outside', 'An API key that keeps sending requests after a 429 may be banned for a while.'],
  '8/higher-limits': ['not-from-outside', 'Higher limits come with another plan.'],

  '9/version': ['not-from-outside', 'The version of the interface is 1.0.0, and /v1 in the address carries it.'],
  '9/works-until-removal': ['one-exchange', 'getPet is deprecated but works until its removal on 5 December 2030.'],
  '9/removal': ['one-exchange', 'getPet is removed on 5 December 2030.'],
} as const satisfies Readonly<
  Record<`${(typeof sections)[number]}/${string}`, readonly [seen: Seen, text: string, binds?: 'client']>
>

/** The id of a clause: its section, a slash, and a name. Reports, checks and probes use it. */
export type ClauseId = keyof typeof statements

/** One statement of the interface that a deployment or a client can keep or break, in this project's words. */
export interface Clause {
  readonly id: ClauseId
  readonly section: (typeof sections)[number]
  readonly text: string
  readonly seen: Seen
  /** Set where only a client can break the clause. */
  readonly binds?: 'client'
}

/** Every clause, in the order of the interface. */
export const clauses: readonly Clause[] = Object.entries(statements).map(([id, [seen, text, binds]]) => ({
  id: id as ClauseId,
  section: id.slice(0, id.indexOf('/')) as Clause['section'],
  text,
  seen,
  ...(binds === undefined ? {} : { binds }),
}))
