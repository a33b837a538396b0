// Made from spec/openapi.yaml by `npm run make`. Change that file, not this one.

/** A member of an object of section 2. */
export type Member = {
  readonly name: string
  /** Its name as clauses, faults and test servers spell it. */
  readonly word: string
  readonly type: 'string' | 'integer' | 'int64'
  readonly isRequired: boolean
  /** The only values that it may have; null for any of its type. */
  readonly values: readonly string[] | null
  /** The least and the greatest number that it may be, if the description has them. */
  readonly minimum?: number
  readonly maximum?: number
}

/** What a body holds: one object, or a list of such objects. */
export type Shape = {
  /** The schema of the object. */
  readonly object: string
  readonly isList: boolean
  readonly members: readonly Member[]
}

/** The shape of each schema that is an object or a list of objects. Section 2. */
export const shapes = {
  NewPet: {
    object: "NewPet",
    isList: false,
    members: [
      {
        name: "name",
        word: "name",
        type: "string",
        isRequired: true,
        values: null
      },
      {
        name: "categoryId",
        word: "category-id",
        type: "int64",
        isRequired: true,
        values: null
      },
      {
        name: "status",
        word: "status",
        type: "string",
        isRequired: false,
        values: [
          "available",
          "pending",
          "sold"
        ]
      }
    ]
  },
  Pet: {
    object: "Pet",
    isList: false,
    members: [
      {
        name: "name",
        word: "name",
        type: "string",
        isRequired: true,
        values: null
      },
      {
        name: "categoryId",
        word: "category-id",
        type: "int64",
        isRequired: true,
        values: null
      },
      {
        name: "status",
        word: "status",
        type: "string",
        isRequired: false,
        values: [
          "available",
          "pending",
          "sold"
        ]
      },
      {
        name: "id",
        word: "id",
        type: "int64",
        isRequired: true,
        values: null
      }
    ]
  },
  Pets: {
    object: "Pet",
    isList: true,
    members: [
      {
        name: "name",
        word: "name",
        type: "string",
        isRequired: true,
        values: null
      },
      {
        name: "categoryId",
        word: "category-id",
        type: "int64",
        isRequired: true,
        values: null
      },
      {
        name: "status",
        word: "status",
        type: "string",
        isRequired: false,
        values: [
          "available",
          "pending",
          "sold"
        ]
      },
      {
        name: "id",
        word: "id",
        type: "int64",
        isRequired: true,
        values: null
      }
    ]
  },
  Error: {
    object: "Error",
    isList: false,
    members: [
      {
        name: "code",
        word: "code",
        type: "string",
        isRequired: true,
        values: null
      },
      {
        name: "message",
        word: "message",
        type: "string",
        isRequired: true,
        values: null
      },
      {
        name: "status",
        word: "status",
        type: "integer",
        isRequired: true,
        values: null
      }
    ]
  }
} as const satisfies Readonly<Record<string, Shape>>
