// Made from spec/openapi.yaml by `npm run make`. Change that file, not this one.

/**
 * The examples of an operation, by the status of a response, or `request`, and then by name. They are exact JSON text: an
 * int64 in it may have more digits than a number holds.
 */
export type OperationExamples = Readonly<
  Record<string, Readonly<Record<string, { readonly summary: string; readonly text: string }>>>
>

/** The examples of every operation, apart from the operations because few calls need them. */
export const examples = {
  listPets: {
    200: {
      "every-status": {
        summary: "Three animals, one of each status",
        text: "[{\"id\":1,\"name\":\"Rex\",\"categoryId\":1,\"status\":\"available\"},{\"id\":2,\"name\":\"Tom\",\"categoryId\":2,\"status\":\"pending\"},{\"id\":3,\"name\":\"Coco\",\"categoryId\":3,\"status\":\"sold\"}]"
      },
      empty: {
        summary: "No animal matches",
        text: "[]"
      },
      one: {
        summary: "One animal",
        text: "[{\"id\":1,\"name\":\"Rex\",\"categoryId\":1,\"status\":\"available\"}]"
      },
      "without-status": {
        summary: "Animals whose status is not known",
        text: "[{\"id\":4,\"name\":\"Nemo\",\"categoryId\":4},{\"id\":5,\"name\":\"Bella\",\"categoryId\":2}]"
      },
      int64: {
        summary: "Identifiers that a double cannot hold",
        text: "[{\"id\":9007199254740993,\"name\":\"Atlas\",\"categoryId\":9007199254740995,\"status\":\"available\"},{\"id\":9223372036854775807,\"name\":\"Omega\",\"categoryId\":9223372036854775806,\"status\":\"sold\"}]"
      }
    },
    401: {
      "missing-key": {
        summary: "The request has no API key",
        text: "{\"code\":\"unauthorized\",\"message\":\"An API key is required.\",\"status\":401}"
      },
      "invalid-key": {
        summary: "The API key is not valid",
        text: "{\"code\":\"unauthorized\",\"message\":\"The API key is not valid.\",\"status\":401}"
      }
    },
    429: {
      "minute-exceeded": {
        summary: "The minute is used up, with an Error as the body",
        text: "{\"code\":\"rate_limit_exceeded\",\"message\":\"Too many requests in this minute.\",\"status\":429}"
      },
      "day-exceeded": {
        summary: "The day is used up, with an Error as the body",
        text: "{\"code\":\"rate_limit_exceeded\",\"message\":\"Too many requests today.\",\"status\":429}"
      }
    }
  },
  createPet: {
    201: {
      available: {
        summary: "An animal that can be bought",
        text: "{\"id\":1,\"name\":\"Rex\",\"categoryId\":1,\"status\":\"available\"}"
      },
      pending: {
        summary: "An animal that is reserved",
        text: "{\"id\":2,\"name\":\"Tom\",\"categoryId\":2,\"status\":\"pending\"}"
      },
      sold: {
        summary: "An animal that is sold",
        text: "{\"id\":3,\"name\":\"Coco\",\"categoryId\":3,\"status\":\"sold\"}"
      },
      "without-status": {
        summary: "An animal whose status is not known",
        text: "{\"id\":4,\"name\":\"Nemo\",\"categoryId\":4}"
      },
      int64: {
        summary: "Identifiers that a double cannot hold",
        text: "{\"id\":9007199254740993,\"name\":\"Atlas\",\"categoryId\":9007199254740995,\"status\":\"available\"}"
      }
    },
    400: {
      "missing-name": {
        summary: "The body has no name",
        text: "{\"code\":\"invalid_body\",\"message\":\"name is required.\",\"status\":400}"
      },
      "missing-category-id": {
        summary: "The body has no categoryId",
        text: "{\"code\":\"invalid_body\",\"message\":\"categoryId is required.\",\"status\":400}"
      },
      "invalid-name": {
        summary: "The name is no string",
        text: "{\"code\":\"invalid_body\",\"message\":\"name must be a string.\",\"status\":400}"
      },
      "invalid-category-id": {
        summary: "The categoryId is no 64-bit integer",
        text: "{\"code\":\"invalid_body\",\"message\":\"categoryId must be a 64-bit integer.\",\"status\":400}"
      },
      "invalid-status": {
        summary: "The status is none of the three",
        text: "{\"code\":\"invalid_body\",\"message\":\"status must be one of available, pending, sold.\",\"status\":400}"
      },
      "missing-body": {
        summary: "The request has no body",
        text: "{\"code\":\"invalid_body\",\"message\":\"A body is required.\",\"status\":400}"
      }
    },
    401: {
      "missing-key": {
        summary: "The request has no API key",
        text: "{\"code\":\"unauthorized\",\"message\":\"An API key is required.\",\"status\":401}"
      },
      "invalid-key": {
        summary: "The API key is not valid",
        text: "{\"code\":\"unauthorized\",\"message\":\"The API key is not valid.\",\"status\":401}"
      }
    },
    429: {
      "minute-exceeded": {
        summary: "The minute is used up, with an Error as the body",
        text: "{\"code\":\"rate_limit_exceeded\",\"message\":\"Too many requests in this minute.\",\"status\":429}"
      },
      "day-exceeded": {
        summary: "The day is used up, with an Error as the body",
        text: "{\"code\":\"rate_limit_exceeded\",\"message\":\"Too many requests today.\",\"status\":429}"
      }
    },
    request: {
      available: {
        summary: "An animal that can be bought",
        text: "{\"name\":\"Rex\",\"categoryId\":1,\"status\":\"available\"}"
      },
      pending: {
        summary: "An animal that is reserved",
        text: "{\"name\":\"Tom\",\"categoryId\":2,\"status\":\"pending\"}"
      },
      sold: {
        summary: "An animal that is sold already",
        text: "{\"name\":\"Coco\",\"categoryId\":3,\"status\":\"sold\"}"
      },
      "without-status": {
        summary: "Only what is required",
        text: "{\"name\":\"Nemo\",\"categoryId\":4}"
      },
      int64: {
        summary: "A category that a double cannot hold",
        text: "{\"name\":\"Atlas\",\"categoryId\":9007199254740995,\"status\":\"available\"}"
      }
    }
  },
  getPet: {
    200: {
      available: {
        summary: "An animal that can be bought",
        text: "{\"id\":1,\"name\":\"Rex\",\"categoryId\":1,\"status\":\"available\"}"
      },
      pending: {
        summary: "An animal that is reserved",
        text: "{\"id\":2,\"name\":\"Tom\",\"categoryId\":2,\"status\":\"pending\"}"
      },
      sold: {
        summary: "An animal that is sold",
        text: "{\"id\":3,\"name\":\"Coco\",\"categoryId\":3,\"status\":\"sold\"}"
      },
      "without-status": {
        summary: "An animal whose status is not known",
        text: "{\"id\":4,\"name\":\"Nemo\",\"categoryId\":4}"
      },
      int64: {
        summary: "Identifiers that a double cannot hold",
        text: "{\"id\":9007199254740993,\"name\":\"Atlas\",\"categoryId\":9007199254740995,\"status\":\"available\"}"
      }
    },
    401: {
      "missing-key": {
        summary: "The request has no API key",
        text: "{\"code\":\"unauthorized\",\"message\":\"An API key is required.\",\"status\":401}"
      },
      "invalid-key": {
        summary: "The API key is not valid",
        text: "{\"code\":\"unauthorized\",\"message\":\"The API key is not valid.\",\"status\":401}"
      }
    },
    404: {
      "not-found": {
        summary: "No animal has this identifier",
        text: "{\"code\":\"not_found\",\"message\":\"There is no animal with this petId.\",\"status\":404}"
      }
    },
    429: {
      "minute-exceeded": {
        summary: "The minute is used up, with an Error as the body",
        text: "{\"code\":\"rate_limit_exceeded\",\"message\":\"Too many requests in this minute.\",\"status\":429}"
      },
      "day-exceeded": {
        summary: "The day is used up, with an Error as the body",
        text: "{\"code\":\"rate_limit_exceeded\",\"message\":\"Too many requests today.\",\"status\":429}"
      }
    }
  }
} as const satisfies Readonly<Record<string, OperationExamples>>
