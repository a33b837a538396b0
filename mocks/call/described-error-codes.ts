import type { ErrorCode } from './made/error-codes.ts'

/**
 * The codes of this project's Errors, and when each is sent. The interface names none (silence `error-codes`). A tab
 * needs only the codes, so `npm run make` writes those to made/.
 */
export const errorCodes: Readonly<Record<ErrorCode, string>> = {
  bad_request: 'a scenario asked for a 400',
  malformed_request: 'the request is not valid HTTP',
  malformed_json: 'the body is not valid JSON',
  invalid_utf8: 'the body is not valid UTF-8',
  json_too_deep: 'arrays and objects in the body are nested deeper than 64',
  invalid_body: 'the body is not a valid NewPet',
  invalid_query: 'limit or status has a value that the interface does not allow',
  invalid_id: 'petId is not an int64',
  invalid_sandbox: 'the header X-Mock-Sandbox or baggage has an invalid sandbox name',
  no_sandbox: 'the call names no sandbox, and --strict-sandboxes asks for one',
  invalid_preference: 'the Prefer header asks for something that the mock does not know',
  preferred_status: 'the Prefer header asks for a status that no scenario has here',
  unauthorized: 'the API key is missing or invalid',
  not_found: 'the animal or the path does not exist',
  method_not_allowed: 'the path has other methods only',
  request_timeout: 'the request took too long to arrive',
  gone: 'the operation was removed',
  body_too_large: 'the body has more than 1 MiB',
  unsupported_media_type: 'the body is not labelled application/json',
  expectation_failed: 'the Expect header asks for something unknown',
  rate_limit_exceeded: 'the minute or the day has no request left',
  key_banned: 'the key kept calling after a 429 and is banned for a while',
  headers_too_large: 'the headers of the request are too large',
  internal_error: 'the mock failed, or a scenario asked for a 500',
  insufficient_storage: 'the mock has no room left',
  unavailable: 'the service is not available for a while',
}
