// Made from spec/openapi.yaml by `npm run make`. Change that file, not this one.

/** A named example, as exact JSON text: an int64 in it may have more digits than a number holds. */
export type Example = { readonly summary: string; readonly text: string }

/** The body of a request or response: the schema that it has, null where the document states none. */
export type DocumentedBody = {
  readonly schema: 'Error' | 'NewPet' | 'Pet' | 'Pets' | null
  readonly examples: Readonly<Record<string, Example>>
}

/** A response that the document names. */
export type DocumentedResponse = DocumentedBody & { readonly description: string; readonly headers: readonly string[] }

/** A parameter of a path or query. */
export type Parameter = {
  readonly in: 'path' | 'query'
  readonly isRequired: boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: number
}

/** An operation of section 4. */
export type Operation = {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the prefix /v1, with {petId} in the place of an identifier. */
  readonly path: string
  readonly section: string
  readonly summary: string
  readonly isDeprecated: boolean
  /** The day of the removal, YYYY-MM-DD; null where none is announced. */
  readonly removalDate: string | null
  readonly parameters: Readonly<Record<string, Parameter>>
  readonly request: DocumentedBody | null
  /** By status. */
  readonly responses: Readonly<Record<number, DocumentedResponse>>
}

/** The version of the interface. Section 9. */
export const interfaceVersion = '1.0.0'

/** Every operation of the interface. Section 4. */
export const operations = {
  listPets: {
    id: 'listPets',
    method: 'GET',
    path: '/pets',
    section: '4.1',
    summary: 'List animals',
    isDeprecated: false,
    removalDate: null,
    parameters: {
      limit: {
        in: 'query',
        isRequired: false,
        minimum: 1,
        maximum: 100,
        default: 20,
      },
      status: {
        in: 'query',
        isRequired: false,
      },
    },
    request: null,
    responses: {
      200: {
        description: 'The animals, as a bare array.',
        headers: ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
        schema: 'Pets',
        examples: {
          'every-status': {
            summary: 'Three animals, one of each status',
            text:
              '[{"id":1,"name":"Rex","categoryId":1,"status":"available"},{"id":2,"name":"Tom","categoryId":2,"status":"pending"},{"id":3,"name":"Coco","categoryId":3,"status":"sold"}]',
          },
          empty: {
            summary: 'No animal matches',
            text: '[]',
          },
          one: {
            summary: 'One animal',
            text: '[{"id":1,"name":"Rex","categoryId":1,"status":"available"}]',
          },
          'without-status': {
            summary: 'Animals whose status is not known',
            text: '[{"id":4,"name":"Nemo","categoryId":4},{"id":5,"name":"Bella","categoryId":2}]',
          },
          int64: {
            summary: 'Identifiers that a double cannot hold',
            text:
              '[{"id":9007199254740993,"name":"Atlas","categoryId":9007199254740995,"status":"available"},{"id":9223372036854775807,"name":"Omega","categoryId":9223372036854775806,"status":"sold"}]',
          },
        },
      },
      401: {
        description: 'The API key is missing or invalid.',
        headers: ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
        schema: 'Error',
        examples: {
          'missing-key': {
            summary: 'The request has no API key',
            text: '{"code":"unauthorized","message":"An API key is required.","status":401}',
          },
          'invalid-key': {
            summary: 'The API key is not valid',
            text: '{"code":"unauthorized","message":"The API key is not valid.","status":401}',
          },
        },
      },
      429: {
        description:
          'The request exceeds the rate limit. The document does not state what the body looks like, or that there is one: the schema names the Error shape as the likely one and accepts everything else.',
        headers: ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Retry-After'],
        schema: null,
        examples: {
          'minute-exceeded': {
            summary: 'The minute is used up, told in the Error shape',
            text: '{"code":"rate_limit_exceeded","message":"Too many requests in this minute.","status":429}',
          },
          'day-exceeded': {
            summary: 'The day is used up, told in the Error shape',
            text: '{"code":"rate_limit_exceeded","message":"Too many requests today.","status":429}',
          },
        },
      },
    },
  },
  createPet: {
    id: 'createPet',
    method: 'POST',
    path: '/pets',
    section: '4.2',
    summary: 'Add an animal',
    isDeprecated: false,
    removalDate: null,
    parameters: {},
    request: {
      schema: 'NewPet',
      examples: {
        available: {
          summary: 'An animal that can be bought',
          text: '{"name":"Rex","categoryId":1,"status":"available"}',
        },
        pending: {
          summary: 'An animal that is reserved',
          text: '{"name":"Tom","categoryId":2,"status":"pending"}',
        },
        sold: {
          summary: 'An animal that is sold already',
          text: '{"name":"Coco","categoryId":3,"status":"sold"}',
        },
        'without-status': {
          summary: 'Only what is required',
          text: '{"name":"Nemo","categoryId":4}',
        },
        int64: {
          summary: 'A category that a double cannot hold',
          text: '{"name":"Atlas","categoryId":9007199254740995,"status":"available"}',
        },
      },
    },
    responses: {
      201: {
        description: 'The animal was added.',
        headers: ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
        schema: 'Pet',
        examples: {
          available: {
            summary: 'An animal that can be bought',
            text: '{"id":1,"name":"Rex","categoryId":1,"status":"available"}',
          },
          pending: {
            summary: 'An animal that is reserved',
            text: '{"id":2,"name":"Tom","categoryId":2,"status":"pending"}',
          },
          sold: {
            summary: 'An animal that is sold',
            text: '{"id":3,"name":"Coco","categoryId":3,"status":"sold"}',
          },
          'without-status': {
            summary: 'An animal whose status is not known',
            text: '{"id":4,"name":"Nemo","categoryId":4}',
          },
          int64: {
            summary: 'Identifiers that a double cannot hold',
            text: '{"id":9007199254740993,"name":"Atlas","categoryId":9007199254740995,"status":"available"}',
          },
        },
      },
      400: {
        description: 'The body lacks a required member, or a member has a value that it cannot have.',
        headers: ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
        schema: 'Error',
        examples: {
          'missing-name': {
            summary: 'The body has no name',
            text: '{"code":"invalid_body","message":"name is required.","status":400}',
          },
          'missing-category-id': {
            summary: 'The body has no categoryId',
            text: '{"code":"invalid_body","message":"categoryId is required.","status":400}',
          },
          'invalid-name': {
            summary: 'The name is no string',
            text: '{"code":"invalid_body","message":"name must be a string.","status":400}',
          },
          'invalid-category-id': {
            summary: 'The categoryId is no 64-bit integer',
            text: '{"code":"invalid_body","message":"categoryId must be a 64-bit integer.","status":400}',
          },
          'invalid-status': {
            summary: 'The status is none of the three',
            text:
              '{"code":"invalid_body","message":"status must be one of available, pending, sold.","status":400}',
          },
          'missing-body': {
            summary: 'The request has no body',
            text: '{"code":"invalid_body","message":"A body is required.","status":400}',
          },
        },
      },
      401: {
        description: 'The API key is missing or invalid.',
        headers: ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
        schema: 'Error',
        examples: {
          'missing-key': {
            summary: 'The request has no API key',
            text: '{"code":"unauthorized","message":"An API key is required.","status":401}',
          },
          'invalid-key': {
            summary: 'The API key is not valid',
            text: '{"code":"unauthorized","message":"The API key is not valid.","status":401}',
          },
        },
      },
      429: {
        description:
          'The request exceeds the rate limit. The document does not state what the body looks like, or that there is one: the schema names the Error shape as the likely one and accepts everything else.',
        headers: ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Retry-After'],
        schema: null,
        examples: {
          'minute-exceeded': {
            summary: 'The minute is used up, told in the Error shape',
            text: '{"code":"rate_limit_exceeded","message":"Too many requests in this minute.","status":429}',
          },
          'day-exceeded': {
            summary: 'The day is used up, told in the Error shape',
            text: '{"code":"rate_limit_exceeded","message":"Too many requests today.","status":429}',
          },
        },
      },
    },
  },
  getPet: {
    id: 'getPet',
    method: 'GET',
    path: '/pets/{petId}',
    section: '4.3',
    summary: 'Get an animal',
    isDeprecated: true,
    removalDate: '2030-12-05',
    parameters: {
      petId: {
        in: 'path',
        isRequired: true,
      },
    },
    request: null,
    responses: {
      200: {
        description: 'The animal.',
        headers: ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
        schema: 'Pet',
        examples: {
          available: {
            summary: 'An animal that can be bought',
            text: '{"id":1,"name":"Rex","categoryId":1,"status":"available"}',
          },
          pending: {
            summary: 'An animal that is reserved',
            text: '{"id":2,"name":"Tom","categoryId":2,"status":"pending"}',
          },
          sold: {
            summary: 'An animal that is sold',
            text: '{"id":3,"name":"Coco","categoryId":3,"status":"sold"}',
          },
          'without-status': {
            summary: 'An animal whose status is not known',
            text: '{"id":4,"name":"Nemo","categoryId":4}',
          },
          int64: {
            summary: 'Identifiers that a double cannot hold',
            text: '{"id":9007199254740993,"name":"Atlas","categoryId":9007199254740995,"status":"available"}',
          },
        },
      },
      401: {
        description: 'The API key is missing or invalid.',
        headers: ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
        schema: 'Error',
        examples: {
          'missing-key': {
            summary: 'The request has no API key',
            text: '{"code":"unauthorized","message":"An API key is required.","status":401}',
          },
          'invalid-key': {
            summary: 'The API key is not valid',
            text: '{"code":"unauthorized","message":"The API key is not valid.","status":401}',
          },
        },
      },
      404: {
        description: 'No animal has this identifier.',
        headers: ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'],
        schema: 'Error',
        examples: {
          'not-found': {
            summary: 'No animal has this identifier',
            text: '{"code":"not_found","message":"There is no animal with this petId.","status":404}',
          },
        },
      },
      429: {
        description:
          'The request exceeds the rate limit. The document does not state what the body looks like, or that there is one: the schema names the Error shape as the likely one and accepts everything else.',
        headers: ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Retry-After'],
        schema: null,
        examples: {
          'minute-exceeded': {
            summary: 'The minute is used up, told in the Error shape',
            text: '{"code":"rate_limit_exceeded","message":"Too many requests in this minute.","status":429}',
          },
          'day-exceeded': {
            summary: 'The day is used up, told in the Error shape',
            text: '{"code":"rate_limit_exceeded","message":"Too many requests today.","status":429}',
          },
        },
      },
    },
  },
} as const satisfies Readonly<Record<string, Operation>>
