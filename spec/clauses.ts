/** One statement of the interface that a deployment or a client can keep or break, in this project's words. */
export interface Clause {
  /** The section, a slash, and a name. Reports, checks and probes use it. */
  readonly id: `${string}/${string}`
  readonly section: string
  readonly text: string
  /**
   * The least that can show a breach: one request and its response, several of them in order, or nothing that can be
   * seen from outside. `one-exchange` may still need a prepared world, such as a key that has no request left.
   */
  readonly seen: 'one-exchange' | 'sequence' | 'not-from-outside'
  /** Set where only a client can break the clause, so that no deployment is judged by it. */
  readonly binds?: 'client'
}

/** The sections of the interface, in its order. Section 6 states nothing, so no clause is from it. */
export const sections = ['1', '2', '3', '4', '4.1', '4.2', '4.3', '5', '6', '7', '8', '9'] as const

/**
 * Every clause, in the order of the interface. A statement that the document repeats is here once, in the section that
 * says most about it. What the document leaves open is in `silences`.
 */
export const clauses = [
  {
    id: '1/two-addresses',
    section: '1',
    text: 'The service has a production address and a staging address.',
    seen: 'not-from-outside',
  },
  {
    id: '1/path-prefix',
    section: '1',
    text: 'Both addresses end in /v1, and every path is found below it.',
    seen: 'one-exchange',
  },
  {
    id: '1/added-animal-kept',
    section: '1',
    text: 'The service keeps a catalogue: an animal that was added can be read afterwards.',
    seen: 'sequence',
  },
  {
    id: '1/request-media-type',
    section: '1',
    text: 'A request with a body is sent as application/json.',
    seen: 'not-from-outside',
    binds: 'client',
  },
  {
    id: '1/response-media-type',
    section: '1',
    text: 'A documented response with a body has the media type application/json.',
    seen: 'one-exchange',
  },
  {
    id: '1/response-is-json',
    section: '1',
    text: 'The body of a documented response is JSON.',
    seen: 'one-exchange',
  },

  {
    id: '2/pet-name-present',
    section: '2',
    text: 'A Pet has a name.',
    seen: 'one-exchange',
  },
  {
    id: '2/pet-name-string',
    section: '2',
    text: 'The name of a Pet is a string.',
    seen: 'one-exchange',
  },
  {
    id: '2/pet-category-id-present',
    section: '2',
    text: 'A Pet has a categoryId.',
    seen: 'one-exchange',
  },
  {
    id: '2/pet-category-id-int64',
    section: '2',
    text: 'The categoryId of a Pet is an int64.',
    seen: 'one-exchange',
  },
  {
    id: '2/pet-status-value',
    section: '2',
    text: 'A Pet need not have a status; if it has one, it is available, pending or sold.',
    seen: 'one-exchange',
  },
  {
    id: '2/pet-id-present',
    section: '2',
    text: 'A Pet has an id.',
    seen: 'one-exchange',
  },
  {
    id: '2/pet-id-int64',
    section: '2',
    text: 'The id of a Pet is an int64.',
    seen: 'one-exchange',
  },
  {
    id: '2/pet-id-unique',
    section: '2',
    text: 'No two animals have the same id.',
    seen: 'one-exchange',
  },
  {
    id: '2/pet-id-assigned',
    section: '2',
    text: 'The service gives an animal its id when the animal is added; the client does not.',
    seen: 'one-exchange',
  },
  {
    id: '2/pets-array',
    section: '2',
    text: 'Pets is a JSON array, with no object around it.',
    seen: 'one-exchange',
  },
  {
    id: '2/pets-items',
    section: '2',
    text: 'Every item of Pets is a Pet.',
    seen: 'one-exchange',
  },
  {
    id: '2/error-code',
    section: '2',
    text: 'An Error has a code, a string.',
    seen: 'one-exchange',
  },
  {
    id: '2/error-message',
    section: '2',
    text: 'An Error has a message, a string.',
    seen: 'one-exchange',
  },
  {
    id: '2/error-status',
    section: '2',
    text: 'An Error has a status, an integer.',
    seen: 'one-exchange',
  },
  {
    id: '2/error-status-equals',
    section: '2',
    text: 'The status of an Error is the HTTP status of its response.',
    seen: 'one-exchange',
  },
  {
    id: '2/error-for-programs-and-people',
    section: '2',
    text: 'The code of an Error is meant for programs and its message for people.',
    seen: 'not-from-outside',
  },

  {
    id: '3/status-at-creation',
    section: '3',
    text: 'A new animal may be given any of the three statuses.',
    seen: 'one-exchange',
  },

  {
    id: '4/operation-names',
    section: '4',
    text: 'The operations are called listPets, createPet and getPet.',
    seen: 'not-from-outside',
  },

  {
    id: '4.1/answers-pets',
    section: '4.1',
    text: 'GET /pets answers 200 with Pets.',
    seen: 'one-exchange',
  },
  {
    id: '4.1/no-request-body',
    section: '4.1',
    text: 'listPets needs no request body.',
    seen: 'one-exchange',
  },
  {
    id: '4.1/limit-optional',
    section: '4.1',
    text: 'listPets needs no limit.',
    seen: 'one-exchange',
  },
  {
    id: '4.1/limit-accepted',
    section: '4.1',
    text: 'Every limit from 1 to 100, both included, is accepted.',
    seen: 'one-exchange',
  },
  {
    id: '4.1/limit-outside',
    section: '4.1',
    text: 'No limit below 1 or above 100 is sent; the answer to one is not stated.',
    seen: 'not-from-outside',
    binds: 'client',
  },
  {
    id: '4.1/limit-most',
    section: '4.1',
    text: 'At most limit animals come back.',
    seen: 'one-exchange',
  },
  {
    id: '4.1/limit-default',
    section: '4.1',
    text: 'Without a limit at most 20 animals come back.',
    seen: 'one-exchange',
  },
  {
    id: '4.1/limit-default-as-20',
    section: '4.1',
    text: 'Without a limit as many animals come back as with a limit of 20.',
    seen: 'sequence',
  },
  {
    id: '4.1/status-optional',
    section: '4.1',
    text: 'listPets needs no status, and without one it leaves out no animal because of its status.',
    seen: 'sequence',
  },
  {
    id: '4.1/status-accepted',
    section: '4.1',
    text: 'Every PetStatus is accepted as a filter.',
    seen: 'one-exchange',
  },
  {
    id: '4.1/status-filter',
    section: '4.1',
    text: 'With a status only animals of that status come back.',
    seen: 'one-exchange',
  },
  {
    id: '4.1/status-filter-finds',
    section: '4.1',
    text: 'With a status the animals of that status are not left out.',
    seen: 'sequence',
  },
  {
    id: '4.1/unauthorized',
    section: '4.1',
    text: 'listPets without a valid API key answers 401 with an Error.',
    seen: 'one-exchange',
  },
  {
    id: '4.1/paginated',
    section: '4.1',
    text: 'The list is paginated; how further pages are reached is not stated.',
    seen: 'not-from-outside',
  },

  {
    id: '4.2/answers-pet',
    section: '4.2',
    text: 'POST /pets with a NewPet adds the animal and answers 201 with a Pet.',
    seen: 'one-exchange',
  },
  {
    id: '4.2/media-type',
    section: '4.2',
    text: 'createPet takes a body that is labelled application/json.',
    seen: 'one-exchange',
  },
  {
    id: '4.2/assigned-id',
    section: '4.2',
    text: 'The Pet of a 201 has the id that the new animal was given.',
    seen: 'one-exchange',
  },
  {
    id: '4.2/name-as-sent',
    section: '4.2',
    text: 'The Pet of a 201 has the name that was sent.',
    seen: 'one-exchange',
  },
  {
    id: '4.2/category-id-as-sent',
    section: '4.2',
    text: 'The Pet of a 201 has the categoryId that was sent, every digit of it.',
    seen: 'one-exchange',
  },
  {
    id: '4.2/status-as-sent',
    section: '4.2',
    text: 'The Pet of a 201 has the status that was sent, if one was.',
    seen: 'one-exchange',
  },
  {
    id: '4.2/status-optional',
    section: '4.2',
    text: 'A NewPet needs no status.',
    seen: 'one-exchange',
  },
  {
    id: '4.2/body-required',
    section: '4.2',
    text: 'createPet without a body answers 400.',
    seen: 'one-exchange',
  },
  {
    id: '4.2/body-is-new-pet',
    section: '4.2',
    text: 'A body that is no JSON object answers 400.',
    seen: 'one-exchange',
  },
  {
    id: '4.2/name-required',
    section: '4.2',
    text: 'A NewPet without a name answers 400.',
    seen: 'one-exchange',
  },
  {
    id: '4.2/name-string',
    section: '4.2',
    text: 'A name that is no string answers 400.',
    seen: 'one-exchange',
  },
  {
    id: '4.2/category-id-required',
    section: '4.2',
    text: 'A NewPet without a categoryId answers 400.',
    seen: 'one-exchange',
  },
  {
    id: '4.2/category-id-integer',
    section: '4.2',
    text: 'A categoryId that is no integer answers 400.',
    seen: 'one-exchange',
  },
  {
    id: '4.2/category-id-64-bits',
    section: '4.2',
    text: 'A categoryId beyond 64 bits answers 400.',
    seen: 'one-exchange',
  },
  {
    id: '4.2/status-value',
    section: '4.2',
    text: 'A status that is no PetStatus answers 400.',
    seen: 'one-exchange',
  },
  {
    id: '4.2/invalid-error',
    section: '4.2',
    text: 'The body of a 400 is an Error.',
    seen: 'one-exchange',
  },
  {
    id: '4.2/invalid-not-added',
    section: '4.2',
    text: 'A body that answers 400 adds no animal.',
    seen: 'sequence',
  },
  {
    id: '4.2/unauthorized',
    section: '4.2',
    text: 'createPet without a valid API key answers 401 with an Error.',
    seen: 'one-exchange',
  },

  {
    id: '4.3/answers-pet',
    section: '4.3',
    text: 'GET /pets/{petId} with the id of an animal answers 200 with a Pet.',
    seen: 'sequence',
  },
  {
    id: '4.3/same-id',
    section: '4.3',
    text: 'The Pet of a 200 has the id that was asked for.',
    seen: 'one-exchange',
  },
  {
    id: '4.3/same-animal',
    section: '4.3',
    text: 'The Pet of a 200 is the animal that was added under that id.',
    seen: 'sequence',
  },
  {
    id: '4.3/pet-id-int64',
    section: '4.3',
    text: 'Every int64 is accepted as a petId.',
    seen: 'one-exchange',
  },
  {
    id: '4.3/no-request-body',
    section: '4.3',
    text: 'getPet needs no request body.',
    seen: 'one-exchange',
  },
  {
    id: '4.3/not-found',
    section: '4.3',
    text: 'A petId that no animal has answers 404.',
    seen: 'one-exchange',
  },
  {
    id: '4.3/not-found-error',
    section: '4.3',
    text: 'The body of a 404 is an Error.',
    seen: 'one-exchange',
  },
  {
    id: '4.3/unauthorized',
    section: '4.3',
    text: 'getPet without a valid API key answers 401 with an Error.',
    seen: 'one-exchange',
  },
  {
    id: '4.3/replacement',
    section: '4.3',
    text: 'getPet is replaced by GET /pets with a status.',
    seen: 'not-from-outside',
    binds: 'client',
  },

  {
    id: '5/every-operation',
    section: '5',
    text: 'No operation does its work for a request without a bearer credential.',
    seen: 'one-exchange',
  },
  {
    id: '5/bearer-key',
    section: '5',
    text: 'A valid API key is accepted as the bearer token of the Authorization header.',
    seen: 'one-exchange',
  },
  {
    id: '5/missing-key',
    section: '5',
    text: 'A request without an API key answers 401.',
    seen: 'one-exchange',
  },
  {
    id: '5/invalid-key',
    section: '5',
    text: 'A request with an invalid API key answers 401.',
    seen: 'one-exchange',
  },
  {
    id: '5/error-body',
    section: '5',
    text: 'The body of a 401 is an Error.',
    seen: 'one-exchange',
  },
  {
    id: '5/refused-does-nothing',
    section: '5',
    text: 'A request that answers 401 adds no animal.',
    seen: 'sequence',
  },

  {
    id: '7/error-shape',
    section: '7',
    text: 'Every documented error has the Error shape; for a 429 no shape is stated.',
    seen: 'one-exchange',
  },
  {
    id: '7/error-media-type',
    section: '7',
    text: 'Every documented error has the content type application/json.',
    seen: 'one-exchange',
  },

  {
    id: '8/free-per-minute',
    section: '8',
    text: 'The Free plan allows 60 requests per minute.',
    seen: 'one-exchange',
  },
  {
    id: '8/free-per-day',
    section: '8',
    text: 'The Free plan allows 1,000 requests per day.',
    seen: 'one-exchange',
  },
  {
    id: '8/pro-per-minute',
    section: '8',
    text: 'The Pro plan allows 300 requests per minute.',
    seen: 'one-exchange',
  },
  {
    id: '8/pro-per-day',
    section: '8',
    text: 'The Pro plan allows 10,000 requests per day.',
    seen: 'one-exchange',
  },
  {
    id: '8/business-per-minute',
    section: '8',
    text: 'The Business plan allows 1,000 requests per minute.',
    seen: 'one-exchange',
  },
  {
    id: '8/business-per-day',
    section: '8',
    text: 'The Business plan allows 100,000 requests per day.',
    seen: 'one-exchange',
  },
  {
    id: '8/enterprise-custom',
    section: '8',
    text: 'The quotas of the Enterprise plan are agreed with each customer.',
    seen: 'not-from-outside',
  },
  {
    id: '8/headers-on-every-response',
    section: '8',
    text: 'Every response has X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset, errors included.',
    seen: 'one-exchange',
  },
  {
    id: '8/limit-of-caller',
    section: '8',
    text: 'X-RateLimit-Limit is the limit that holds for the caller.',
    seen: 'one-exchange',
  },
  {
    id: '8/remaining-count',
    section: '8',
    text: 'X-RateLimit-Remaining is the number of requests that the current window still allows.',
    seen: 'one-exchange',
  },
  {
    id: '8/remaining-falls',
    section: '8',
    text: 'X-RateLimit-Remaining falls as requests are made in a window.',
    seen: 'sequence',
  },
  {
    id: '8/reset-timestamp',
    section: '8',
    text: 'X-RateLimit-Reset is a Unix timestamp.',
    seen: 'one-exchange',
  },
  {
    id: '8/reset-resets',
    section: '8',
    text: 'The limit resets at the instant of X-RateLimit-Reset.',
    seen: 'sequence',
  },
  {
    id: '8/too-many-requests',
    section: '8',
    text: 'A request that exceeds the rate limit answers 429.',
    seen: 'sequence',
  },
  {
    id: '8/within-limit',
    section: '8',
    text: 'A request that does not exceed the rate limit is not answered with 429.',
    seen: 'sequence',
  },
  {
    id: '8/retry-after-present',
    section: '8',
    text: 'A 429 has a Retry-After header.',
    seen: 'one-exchange',
  },
  {
    id: '8/retry-after-tells-time',
    section: '8',
    text: 'Retry-After tells a time to wait, in a format that is not stated.',
    seen: 'one-exchange',
  },
  {
    id: '8/client-waits',
    section: '8',
    text: 'After a 429 the client waits for the time that Retry-After tells.',
    seen: 'not-from-outside',
    binds: 'client',
  },
  {
    id: '8/client-backs-off',
    section: '8',
    text: 'The client backs off exponentially.',
    seen: 'not-from-outside',
    binds: 'client',
  },
  {
    id: '8/ban',
    section: '8',
    text: 'An API key that keeps sending requests after a 429 may be banned for a while.',
    seen: 'not-from-outside',
  },
  {
    id: '8/higher-limits',
    section: '8',
    text: 'Higher limits come with another plan.',
    seen: 'not-from-outside',
  },

  {
    id: '9/version',
    section: '9',
    text: 'The version of the interface is 1.0.0, and /v1 in the address carries it.',
    seen: 'not-from-outside',
  },
  {
    id: '9/works-until-removal',
    section: '9',
    text: 'getPet is deprecated but works until its removal on 5 December 2030.',
    seen: 'one-exchange',
  },
  {
    id: '9/removal',
    section: '9',
    text: 'getPet is removed on 5 December 2030.',
    seen: 'one-exchange',
  },
] as const satisfies readonly Clause[]

/** The id of a clause. */
export type ClauseId = (typeof clauses)[number]['id']
