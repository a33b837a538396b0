/** A member of an object of section 2. */
export interface Member {
  readonly name: string
  /** Its name as clauses, faults and test servers spell it. */
  readonly word: string
  /** `strings` is an array of strings. */
  readonly type: 'string' | 'integer' | 'int64' | 'number' | 'boolean' | 'strings'
  readonly isRequired: boolean
  /** The only values that it may have; null for any of its type. */
  readonly values: readonly string[] | null
  /** The least and the greatest number that it may be, if the description has them. */
  readonly minimum?: number
  readonly maximum?: number
  /** How many characters it has at least and at most, if the description says so. */
  readonly minLength?: number
  readonly maxLength?: number
  /** A regular expression that it must match, anywhere in it. */
  readonly pattern?: string
  /** What kind of text it is, such as `date-time`. */
  readonly format?: string
  /** A value of it, from the description. */
  readonly example?: unknown
}

/** A value that a member may have. */
export type MemberValue = string | number | bigint | boolean | readonly string[]

/** What a body holds: one object, or a list of such objects. */
export interface Shape {
  /** The schema of the object. */
  readonly object: string
  readonly isList: boolean
  readonly members: readonly Member[]
}
