// Made from spec/silences.ts by `npm run make`. Change that, not this file.

/** A choice for each silence. A string is any text of its form. */
export type Profile = {
  readonly 'media-type': 'accept' | 'reject' | 'reject-415' | (string & {})
  readonly 'status-default': 'absent' | 'available' | 'pending' | 'sold'
  readonly 'unknown-fields': 'ignore' | 'reject' | (string & {})
  readonly 'further-members': 'none' | (string & {})
  readonly 'category-check': 'none' | 'known' | (string & {})
  readonly 'name-check': 'none' | 'strict' | 'no-blank' | 'no-empty' | (string & {})
  readonly 'duplicate-names': 'accept' | 'reject-409' | 'reject' | (string & {})
  readonly 'error-codes': 'documented' | (string & {})
  readonly 'new-ids': 'rising' | 'large' | 'negative'
  readonly 'undocumented': '404-405' | 'not-found' | (string & {})
  readonly 'path-form': 'exact' | 'trailing-slash' | 'redirect-301' | 'redirect-308' | 'lenient'
  readonly 'head': 'undocumented' | 'as-get'
  readonly 'list-order': 'oldest-first' | 'newest-first'
  readonly 'paging': 'none' | 'link'
  readonly 'page-cap': 'none' | (string & {})
  readonly 'invalid-query': 'reject' | 'reject-422' | 'clamp' | 'ignore' | 'empty' | (string & {})
  readonly 'small-limit': 'invalid-query' | 'clamp' | 'ignore-zero' | 'ignore' | 'empty' | (string & {})
  readonly 'large-limit': 'invalid-query' | 'clamp' | 'ignore' | 'empty' | (string & {})
  readonly 'limit-form': 'digits' | 'zeros' | 'leading-digits'
  readonly 'invalid-status': 'invalid-query' | 'ignore' | 'empty' | (string & {})
  readonly 'unknown-query': 'ignore' | 'reject' | (string & {})
  readonly 'large-body': 'reject-413' | 'reject' | (string & {})
  readonly 'full-store': 'reject-507' | 'reject-503'
  readonly 'malformed-id': 'not-found' | 'reject' | (string & {})
  readonly 'large-id': 'malformed-id' | (string & {})
  readonly 'rate-body': 'error' | 'empty'
  readonly 'retry-after': 'seconds' | 'http-date'
  readonly 'rate-window': 'tightest' | 'minute' | 'day'
  readonly 'window-start': 'clock' | 'first-call'
  readonly 'rate-anonymous': 'no' | 'yes'
  readonly 'enterprise': (string & {})
  readonly 'ban': 'never' | (string & {})
  readonly 'banned-key': 'too-many-requests' | 'unauthorized'
  readonly 'removal': 'not-found' | 'gone'
  readonly 'deprecation-headers': 'none' | 'both' | 'both-on-200' | (string & {})
}

/** The id of a silence. */
export type SilenceId = keyof Profile

/** What a silence allows: named choices, and choices of a form. */
export type Choices = {
  readonly usual: string
  readonly named: readonly string[]
  readonly form?: { readonly shape: string; readonly accepts: RegExp }
}

/** The choices of each silence, in the order of the interface. */
export const choices: Readonly<Record<SilenceId, Choices>> = {
  'media-type': { usual: "accept", named: ["accept","reject","reject-415"], form: { shape: "reject-STATUS", accepts: /^reject-[45][0-9]{2}$/ } },
  'status-default': { usual: "absent", named: ["absent","available","pending","sold"] },
  'unknown-fields': { usual: "ignore", named: ["ignore","reject"], form: { shape: "reject-STATUS", accepts: /^reject-[45][0-9]{2}$/ } },
  'further-members': { usual: "none", named: ["none"], form: { shape: "JSON", accepts: /^\{.{1,2000}\}$/u } },
  'category-check': { usual: "none", named: ["none","known"], form: { shape: "known-STATUS", accepts: /^known-[45][0-9]{2}$/ } },
  'name-check': { usual: "none", named: ["none","strict","no-blank","no-empty"], form: { shape: "[no-blank-|no-empty-]NUMBER", accepts: /^(?:no-(?:blank|empty)-)?[1-9][0-9]{0,4}$/ } },
  'duplicate-names': { usual: "accept", named: ["accept","reject-409","reject"], form: { shape: "reject-STATUS", accepts: /^reject-[45][0-9]{2}$/ } },
  'error-codes': { usual: "documented", named: ["documented"], form: { shape: "CODE:THEIRS,…", accepts: /^[a-z0-9_]+(?:\/[A-Za-z]+)*:[^,\p{C}]*(?:,[a-z0-9_]+(?:\/[A-Za-z]+)*:[^,\p{C}]*)*$/u } },
  'new-ids': { usual: "rising", named: ["rising","large","negative"] },
  'undocumented': { usual: "404-405", named: ["404-405","not-found"], form: { shape: "PATH-METHOD[-no-allow]", accepts: /^(?:200|[45][0-9]{2})-(?:200|[45][0-9]{2})(?:-no-allow)?$/ } },
  'path-form': { usual: "exact", named: ["exact","trailing-slash","redirect-301","redirect-308","lenient"] },
  'head': { usual: "undocumented", named: ["undocumented","as-get"] },
  'list-order': { usual: "oldest-first", named: ["oldest-first","newest-first"] },
  'paging': { usual: "none", named: ["none","link"] },
  'page-cap': { usual: "none", named: ["none"], form: { shape: "NUMBER", accepts: /^(?:[1-9]|[1-9][0-9]|100)$/ } },
  'invalid-query': { usual: "reject", named: ["reject","reject-422","clamp","ignore","empty"], form: { shape: "reject-STATUS", accepts: /^reject-[45][0-9]{2}$/ } },
  'small-limit': { usual: "invalid-query", named: ["invalid-query","clamp","ignore-zero","ignore","empty"], form: { shape: "reject-STATUS", accepts: /^reject-[45][0-9]{2}$/ } },
  'large-limit': { usual: "invalid-query", named: ["invalid-query","clamp","ignore","empty"], form: { shape: "reject-STATUS", accepts: /^reject-[45][0-9]{2}$/ } },
  'limit-form': { usual: "digits", named: ["digits","zeros","leading-digits"] },
  'invalid-status': { usual: "invalid-query", named: ["invalid-query","ignore","empty"], form: { shape: "reject-STATUS", accepts: /^reject-[45][0-9]{2}$/ } },
  'unknown-query': { usual: "ignore", named: ["ignore","reject"], form: { shape: "reject-STATUS", accepts: /^reject-[45][0-9]{2}$/ } },
  'large-body': { usual: "reject-413", named: ["reject-413","reject"], form: { shape: "reject-STATUS", accepts: /^reject-[45][0-9]{2}$/ } },
  'full-store': { usual: "reject-507", named: ["reject-507","reject-503"] },
  'malformed-id': { usual: "not-found", named: ["not-found","reject"], form: { shape: "reject-STATUS", accepts: /^reject-[45][0-9]{2}$/ } },
  'large-id': { usual: "malformed-id", named: ["malformed-id"], form: { shape: "reject-STATUS", accepts: /^reject-[45][0-9]{2}$/ } },
  'rate-body': { usual: "error", named: ["error","empty"] },
  'retry-after': { usual: "seconds", named: ["seconds","http-date"] },
  'rate-window': { usual: "tightest", named: ["tightest","minute","day"] },
  'window-start': { usual: "clock", named: ["clock","first-call"] },
  'rate-anonymous': { usual: "no", named: ["no","yes"] },
  'enterprise': { usual: "5000/1000000", named: [], form: { shape: "MINUTE/DAY", accepts: /^[1-9][0-9]{0,14}\/[1-9][0-9]{0,14}$/ } },
  'ban': { usual: "10/300", named: ["never"], form: { shape: "CALLS/SECONDS", accepts: /^[1-9][0-9]{0,8}\/[1-9][0-9]{0,8}$/ } },
  'banned-key': { usual: "too-many-requests", named: ["too-many-requests","unauthorized"] },
  'removal': { usual: "not-found", named: ["not-found","gone"] },
  'deprecation-headers': { usual: "none", named: ["none","both","both-on-200"], form: { shape: "HEADER[-on-200]", accepts: /^(?:deprecation|sunset)(?:-on-200)?$/ } },
}
