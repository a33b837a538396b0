// Made from spec/openapi.yaml by `npm run make`. Change that file, not this one.

/** What operations work on, by the name of its schema. */
export type Resource = "Pet"

/** What the values of a parameter are: those of a schema, or integers. */
export type ParameterType = "integer" | "PetStatus" | "int64"

/** The schema of a body that is taken. */
export type RequestSchema = "NewPet"

/** The schema of a body that is answered. */
export type AnswerSchema = "Pets" | "Error" | "Pet"

/** An operation of section 4. */
export type Operation = {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the prefix /v1, with {petId} in the place of an identifier. */
  readonly path: string
  readonly section: string
  readonly resource: Resource
  /** What it does with the resource. */
  readonly role: "list" | "create" | "read"
  /** The first word of its faults and test servers. No two operations share one. */
  readonly word: string
  /** The parameter of the path that holds the id; null for a list and a creation. */
  readonly idParameter: string | null
  readonly isDeprecated: boolean
  /** The day of the removal, YYYY-MM-DD; null where none is announced. */
  readonly removalDate: string | null
  readonly parameters: Readonly<Record<string, Readonly<{
    in: 'path' | 'query'
    type: ParameterType
    minimum?: number
    maximum?: number
    default?: number
  }>>>
  /** The schema of the body that it takes; null for none. */
  readonly request: RequestSchema | null
  /** The schema of the body by status, null where the document states none. */
  readonly responses: Readonly<Record<number, AnswerSchema | null>>
}

/** The version of the interface. Section 9. */
export const interfaceVersion = "1.0.0"

/** Every operation of the interface. Section 4. */
export const operations = {
  listPets: {
    id: "listPets",
    method: "GET",
    path: "/pets",
    section: "4.1",
    resource: "Pet",
    role: "list",
    word: "list",
    idParameter: null,
    isDeprecated: false,
    removalDate: null,
    parameters: {
      limit: {
        in: "query",
        type: "integer",
        minimum: 1,
        maximum: 100,
        default: 20
      },
      status: {
        in: "query",
        type: "PetStatus"
      }
    },
    request: null,
    responses: {
      200: "Pets",
      401: "Error",
      429: null
    }
  },
  createPet: {
    id: "createPet",
    method: "POST",
    path: "/pets",
    section: "4.2",
    resource: "Pet",
    role: "create",
    word: "create",
    idParameter: null,
    isDeprecated: false,
    removalDate: null,
    parameters: {},
    request: "NewPet",
    responses: {
      201: "Pet",
      400: "Error",
      401: "Error",
      429: null
    }
  },
  getPet: {
    id: "getPet",
    method: "GET",
    path: "/pets/{petId}",
    section: "4.3",
    resource: "Pet",
    role: "read",
    word: "get",
    idParameter: "petId",
    isDeprecated: true,
    removalDate: "2030-12-05",
    parameters: {
      petId: {
        in: "path",
        type: "int64"
      }
    },
    request: null,
    responses: {
      200: "Pet",
      401: "Error",
      404: "Error",
      429: null
    }
  }
} as const satisfies Readonly<Record<string, Operation>>

/** The clauses of each operation on what it documents, and on its effect; null if it has no such thing. `spec/clauses.ts` must have them. */
export const documentedClauses = {
  listPets: {
    answers: "4.1/answers-pets",
    array: "2/pets-array",
    items: "2/pets-items",
    unauthorized: "4.1/unauthorized",
    invalidError: null,
    notFound: null,
    notFoundError: null,
    everyId: null,
    effect: null
  },
  createPet: {
    answers: "4.2/answers-pet",
    array: null,
    items: null,
    unauthorized: "4.2/unauthorized",
    invalidError: "4.2/invalid-error",
    notFound: null,
    notFoundError: null,
    everyId: null,
    effect: "1/added-animal-kept"
  },
  getPet: {
    answers: "4.3/answers-pet",
    array: null,
    items: null,
    unauthorized: "4.3/unauthorized",
    invalidError: null,
    notFound: "4.3/not-found",
    notFoundError: "4.3/not-found-error",
    everyId: "4.3/pet-id-int64",
    effect: null
  }
} as const
