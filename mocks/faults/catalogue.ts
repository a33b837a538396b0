import { type ClauseId, type Operation, type OperationId, operationIds, operations } from '../../spec/index.ts'
import type { FaultId } from './made/fault-ids.ts'

/** Faults that every operation has for which the interface documents as much: `every-operation.ts` plays them. */
export type GeneralId = Extract<
  FaultId,
  `${string}-${'open' | 'answers-200' | 'answers-201' | 'not-kept' | 'large-id-400' | 'unknown-500' | 'unknown-body-text'}`
>

type Rows<Id extends FaultId> = Readonly<Record<Id, readonly [clause: ClauseId, summary: string]>>

/**
 * Every fault, in the order of the interface: the clause that it breaks, and what a client sees. The beginning of an id
 * says what a fault touches: the replies of one operation (by its word in the description), the ids of new animals, all
 * errors, calls without a valid key, the quota of a plan, rate-limit headers, or what happens beyond the rate limit.
 * Every other reply stays as it is. Which faults there are, and why not more: spec/decisions/0064-which-faults.md.
 */
export const catalogue: Rows<FaultId> = {
  'path-prefix-moved': ['1/path-prefix', 'every operation below /v1 redirects to /v2'],
  'list-media-type-text': ['1/response-media-type', 'the list is labelled text/plain'],
  'list-truncated': ['1/response-is-json', 'the list breaks off in the middle'],
  'create-body-empty': ['1/response-is-json', 'a 201 has no body'],
  'list-name-missing': ['2/pet-name-present', 'listed animals have no name'],
  'list-name-null': ['2/pet-name-string', 'the name of the last listed animal is null'],
  'list-category-renamed': ['2/pet-category-id-present', 'listed animals have category_id in place of categoryId'],
  'list-category-string': ['2/pet-category-id-int64', 'the categoryId of listed animals is a string'],
  'list-status-upper-case': ['2/pet-status-value', 'the status of listed animals is in upper case'],
  'list-status-unknown': ['2/pet-status-value', 'pending animals of the list are "reserved"'],
  'list-status-null': ['2/pet-status-value', 'listed animals without a status have the status null'],
  'create-id-missing': ['2/pet-id-present', 'the Pet of a 201 has no id'],
  'list-id-string': ['2/pet-id-int64', 'the id of listed animals is a string'],
  'list-duplicate': ['2/pet-id-unique', 'the first animal is in the list twice'],
  'list-envelope': ['2/pets-array', 'the list is wrapped in an object, as {"data":[…]}'],
  'list-empty-null': ['2/pets-array', 'an empty list is null'],
  'list-items-null': ['2/pets-items', 'the last item of the list is null'],
  'error-code-missing': ['2/error-code', 'an Error has no code'],
  'error-message-missing': ['2/error-message', 'an Error has no message'],
  'error-status-string': ['2/error-status', 'the status of an Error is a string'],
  'error-status-zero': ['2/error-status-equals', 'the status of every Error is 0'],
  'error-envelope': ['7/error-shape', 'an Error is wrapped in an object, as {"error":{…}}'],
  'error-problem-details': ['7/error-shape', 'errors have type, title and detail in place of code and message'],
  'error-media-type-problem': ['7/error-media-type', 'an Error is labelled application/problem+json'],
  'create-invalid-body-list': ['4.2/invalid-error', 'the body of a 400 is a list of problems'],
  'error-401-body-html': ['5/error-body', 'the body of a 401 is an HTML page'],
  'list-redirects': ['4.1/answers-pets', 'the list redirects to the same path with a slash'],
  'list-empty-404': ['4.1/answers-pets', 'an empty list is answered with 404'],
  'list-wants-body': ['4.1/no-request-body', 'the list is refused with 411 unless the request has a body'],
  'list-wants-limit': ['4.1/limit-optional', 'a list without a limit is refused with 400'],
  'list-limit-50-most': ['4.1/limit-accepted', 'limits above 50 are refused with 400'],
  'list-limit-ignored': ['4.1/limit-most', 'the limit is ignored: always 20 animals'],
  'list-default-unlimited': ['4.1/limit-default', 'without a limit all animals come back'],
  'list-default-10': [
    '4.1/limit-default-as-20',
    'without a limit 10 animals come back, though a limit of 20 gives more',
  ],
  'list-hides-sold': ['4.1/status-optional', 'sold animals are left out unless they are asked for'],
  'list-filter-sold-refused': ['4.1/status-accepted', 'the status sold is refused with 400'],
  'list-filter-ignored': ['4.1/status-filter', 'the status is ignored'],
  'list-filter-finds-none': ['4.1/status-filter-finds', 'the status sold gives no animals, though there are some'],
  'create-id-reused': ['2/pet-id-unique', 'a new animal takes the id of the latest one, which is lost'],
  'create-id-given': ['2/pet-id-assigned', 'an id in the body becomes the id of the new animal'],
  'create-status-sold-refused': ['3/status-at-creation', 'a new animal that is sold is refused with 400'],
  'create-answers-204': ['4.2/answers-pet', 'an added animal is answered with 204 and no body'],
  'create-adds-twice': ['4.2/answers-pet', 'each animal is added twice, under two ids'],
  'create-non-ascii-refused': ['4.2/answers-pet', 'a name with letters beyond ASCII is refused with 400'],
  'create-json-refused': ['4.2/media-type', 'a body that is labelled application/json is refused with 415'],
  'id-rounded-by-create': ['4.2/assigned-id', 'ids are beyond 2^53, and a 201 rounds them to a double'],
  'create-name-trimmed': ['4.2/name-as-sent', 'spaces around a name are lost'],
  'create-name-latin-1': ['4.2/name-as-sent', 'the UTF-8 of names is read as Latin-1, so that "é" becomes "Ã©"'],
  'create-name-escaped': ['4.2/name-as-sent', 'names are escaped for HTML, so that "&" becomes "&amp;"'],
  'create-category-rounded': ['4.2/category-id-as-sent', 'the categoryId of a 201 is rounded to a double'],
  'create-status-dropped': ['4.2/status-as-sent', 'the status of a new animal is dropped'],
  'create-status-required': ['4.2/status-optional', 'a NewPet without a status is refused with 400'],
  'create-body-empty-500': ['4.2/body-required', 'a request without a body is answered with 500'],
  'create-malformed-500': ['4.2/body-is-new-pet', 'a body that is not JSON is answered with 500'],
  'create-name-missing-accepted': ['4.2/name-required', 'a NewPet without a name is added with an empty one'],
  'create-name-missing-422': ['4.2/name-required', 'a NewPet without a name is refused with 422'],
  'create-name-number-accepted': ['4.2/name-string', 'a number as name is turned into a string'],
  'create-category-missing-accepted': [
    '4.2/category-id-required',
    'a NewPet without a categoryId is added in the category 0',
  ],
  'create-category-string-accepted': [
    '4.2/category-id-integer',
    'a string of digits as categoryId is turned into a number',
  ],
  'create-category-beyond-500': ['4.2/category-id-64-bits', 'a categoryId beyond 64 bits is answered with 500'],
  'create-status-unknown-accepted': ['4.2/status-value', 'an unknown status is left out'],
  'create-invalid-added': [
    '4.2/invalid-not-added',
    'a NewPet that is refused with 400 is added all the same, as far as it goes',
  ],
  'get-answers-envelope': ['4.3/answers-pet', 'an animal is wrapped in an object, as {"data":{…}}'],
  'id-rounded-by-get': ['4.3/same-id', 'ids of added animals are beyond 2^53, and getPet rounds them to a double'],
  'get-neighbour': ['4.3/same-id', 'getPet gives another animal than the one asked for'],
  'get-status-available': ['4.3/same-animal', 'sold and pending animals are available when they are fetched'],
  'get-wants-body': ['4.3/no-request-body', 'getPet is refused with 411 unless the request has a body'],
  'get-unknown-200-null': ['4.3/not-found', 'a petId that no animal has is answered with 200 and null'],
  'get-gone-early': ['9/works-until-removal', 'getPet answers 410 already before its removal'],
  'get-sunset-other-day': ['9/removal', 'the Sunset header of getPet names 12 May 2030'],
  'get-outlives-removal': ['9/removal', 'getPet still works after 5 December 2030'],
  ...(Object.fromEntries(operationIds.flatMap(generalRows)) as Rows<GeneralId>),
  'get-404-before-401': [
    '4.3/unauthorized',
    'a petId that no animal has is answered with 404 before the key is looked at',
  ],
  'key-bare-accepted': [
    '5/every-operation',
    'a key in the Authorization header is accepted without "Bearer" before it',
  ],
  'get-key-refused': ['5/bearer-key', 'getPet refuses every key'],
  'key-missing-403': ['5/missing-key', 'a request without a key is refused with 403'],
  'key-missing-redirects': ['5/missing-key', 'a request without a key is sent to a page where people sign in'],
  'key-any-accepted': ['5/invalid-key', 'any bearer token is accepted as a key'],
  'key-invalid-403': ['5/invalid-key', 'an invalid key is refused with 403; a missing one with 401'],
  'create-401-adds': ['5/refused-does-nothing', 'an animal is added though its key is refused with 401'],
  'plan-free-as-pro': ['8/free-per-minute', 'a Free key has the quota of a Pro key'],
  'plan-free-500-a-day': ['8/free-per-day', 'a Free key has 500 requests per day, and the headers report the day'],
  'plan-pro-as-free': ['8/pro-per-minute', 'a Pro key has the quota of a Free key'],
  'plan-pro-5000-a-day': ['8/pro-per-day', 'a Pro key has 5,000 requests per day, and the headers report the day'],
  'plan-business-as-pro': ['8/business-per-minute', 'a Business key has the quota of a Pro key'],
  'plan-business-50000-a-day': [
    '8/business-per-day',
    'a Business key has 50,000 requests per day, and the headers report the day',
  ],
  'header-limit-missing': ['8/headers-on-every-response', 'no response has X-RateLimit-Limit'],
  'header-names-without-x': [
    '8/headers-on-every-response',
    'the headers are RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset',
  ],
  'header-missing-on-errors': ['8/headers-on-every-response', 'errors have none of the three headers'],
  'rate-headers-missing': ['8/headers-on-every-response', 'a 429 has none of the three headers'],
  'header-limit-policy': ['8/limit-of-caller', 'X-RateLimit-Limit holds its window too, as in "60;w=60"'],
  'header-remaining-negative': ['8/remaining-count', 'X-RateLimit-Remaining is negative'],
  'header-remaining-constant': ['8/remaining-falls', 'X-RateLimit-Remaining never changes'],
  'header-reset-delay': ['8/reset-timestamp', 'X-RateLimit-Reset is the number of seconds to wait'],
  'header-reset-milliseconds': ['8/reset-timestamp', 'X-RateLimit-Reset is in milliseconds since 1970'],
  'rate-waiting-in-vain': ['8/reset-resets', 'after a 429 a key is refused for ever, however long it waits'],
  'rate-never-429': ['8/too-many-requests', 'requests beyond the limit are answered as if there was none'],
  'list-429-too-early': ['8/within-limit', 'listPets is refused with 429 while requests remain'],
  'rate-retry-after-missing': ['8/retry-after-present', 'a 429 has no Retry-After'],
  'rate-retry-after-text': ['8/retry-after-is-a-time', 'the Retry-After of a 429 is "soon"'],
}

function generalRows(id: OperationId) {
  const { section, responses, idParameter, effect, word }: Operation = operations[id]
  const { success, other, schema } = successOf(id)
  const answers = schema === null ? 'answers-no-content' : `answers-${schema.toLowerCase()}`
  const idClause = idParameter && `${section}/${idParameter.replace(/Id$/, '-id')}-int64`
  const rows: readonly (readonly [name: string, clause: string | null, summary: string])[] = [
    ['open', `${section}/unauthorized`, `${id} answers without any key`],
    [`answers-${other}`, `${section}/${answers}`, `${id} answers ${other} in place of ${success}`],
    ['not-kept', effect, `${id} answers ${success}, and nothing is changed`],
    ['large-id-400', idClause, `${id} refuses a ${idParameter} beyond 2^53 with 400`],
    ...(404 in responses
      ? ([
          ['unknown-500', `${section}/not-found`, `${id} answers 500 to a ${idParameter} that no animal has`],
          ['unknown-body-text', `${section}/not-found-error`, `the body of a 404 of ${id} is plain text`],
        ] as const)
      : []),
  ]
  return rows.flatMap(([name, clause, summary]) =>
    clause === null ? [] : [[`${word}-${name}`, [clause, summary]] as const],
  )
}

/** The status of the documented success of an operation, another one that a fault gives it, and the schema of its body. */
export function successOf(operation: OperationId) {
  const responses: Operation['responses'] = operations[operation].responses
  const success = Number(Object.keys(responses).find((status) => Number(status) < 300))
  return { success, other: success === 200 ? 201 : 200, schema: responses[success]?.schema ?? null }
}
