// Made from spec/openapi.yaml by `npm run make`. Change that file, not this one.

import type { Member, Shape } from '../shape.ts'

const members = {
  NewPet: [
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
  ],
  Pet: [
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
  ],
  Error: [
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
} as const satisfies Readonly<Record<string, readonly Member[]>>

/** The shape of each schema that is an object or a list of objects. Section 2. */
export const shapes = {
  NewPet: { object: 'NewPet', isList: false, members: members.NewPet },
  Pet: { object: 'Pet', isList: false, members: members.Pet },
  Pets: { object: 'Pet', isList: true, members: members.Pet },
  Error: { object: 'Error', isList: false, members: members.Error },
} as const satisfies Readonly<Record<string, Shape>>
