// Made from spec/openapi.yaml by `npm run make`. Change that file, not this one.

/** A 64-bit integer (section 2, format int64): a number within ±(2^53 − 1), else a bigint. */
export type Int64 = number | bigint

/** The values of PetStatus, in the order of the document. Section 2. */
export const petStatuses = ["available","pending","sold"] as const

/** Whether an animal can be had. The document states no default. Section 2. */
export type PetStatus = (typeof petStatuses)[number]

/** An animal to add. Section 2. */
export type NewPet = {
  /** What the animal is called. */
  readonly name: string
  /** The category that the animal belongs to. */
  readonly categoryId: Int64
  readonly status?: PetStatus
}

/** An animal of the catalogue. Section 2. */
export type Pet = NewPet & {
  /** The identifier that the service gave the animal when it was added. No two animals share one. */
  readonly id: Int64
}

/** A list of animals, with no envelope around it. Section 2. */
export type Pets = readonly Pet[]

/** The body of an error. Section 2. */
export type ErrorBody = {
  /** What went wrong, for a program. The document does not list the values. */
  readonly code: string
  /** What went wrong, for a person. */
  readonly message: string
  /** The HTTP status of the response. */
  readonly status: number
}

/** A plan, by the name that this project uses for it. Section 8. */
export type PlanName = "free" | "pro" | "business" | "enterprise"

/** The plans and their request rates; null where the quota is agreed with each customer. Section 8. */
export const plans = {
  free: { name: "Free", requestsPerMinute: 60, requestsPerDay: 1000 },
  pro: { name: "Pro", requestsPerMinute: 300, requestsPerDay: 10000 },
  business: { name: "Business", requestsPerMinute: 1000, requestsPerDay: 100000 },
  enterprise: { name: "Enterprise", requestsPerMinute: null, requestsPerDay: null },
} as const
