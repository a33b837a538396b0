// Made from mocks/call/described-error-codes.ts by `npm run make`. Change that, not this file.

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
  'no_sandbox',
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

export type ErrorCode = (typeof errorCodeIds)[number]
