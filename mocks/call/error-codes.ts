/** The codes of this project's Errors; `errorCodes` says when each is sent. The interface names none (silence `error-codes`). */
export const errorCodeIds = [
  'bad_request',
  'malformed_request',
  'malformed_json',
  'invalid_utf8',
  'json_too_deep',
  'invalid_body',
  'invalid_query',
  'invalid_id',
  'invalid_sandbox',
  'invalid_preference',
  'preferred_status',
  'unauthorized',
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'gone',
  'body_too_large',
  'unsupported_media_type',
  'expectation_failed',
  'rate_limit_exceeded',
  'key_banned',
  'headers_too_large',
  'internal_error',
  'insufficient_storage',
  'unavailable',
] as const

/** One of {@link errorCodeIds}. */
export type ErrorCode = (typeof errorCodeIds)[number]

/** Causes that codes can be told apart by: the silence `error-codes` maps each, or all of a code, or a part of them. */
export const errorDetails = [
  'unauthorized/missing',
  'unauthorized/invalid',
  'not_found/animal',
  'not_found/id',
  'not_found/path',
  'not_found/method',
  'invalid_query/limit',
  'invalid_query/status',
  'invalid_query/parameter',
  'invalid_body/missing',
  'invalid_body/shape',
  'invalid_body/name/missing',
  'invalid_body/name/invalid',
  'invalid_body/name/blank',
  'invalid_body/name/long',
  'invalid_body/name/duplicate',
  'invalid_body/categoryId/missing',
  'invalid_body/categoryId/invalid',
  'invalid_body/categoryId/unknown',
  'invalid_body/status',
  'invalid_body/member',
] as const

/** A code, with its cause where several have it. */
export type DetailedCode = ErrorCode | (typeof errorDetails)[number]
