import {
  bodyAs,
  edit,
  editError,
  editErrors,
  editUnauthorized,
  errorAs,
  headerAs,
  jsonAs,
  lacking,
} from './edit-reply.ts'
import type { Fault } from './fault.ts'

/** Faults of sections 2 and 7: Error, where it is the same for every operation or for one status. */
export const errorFaults = [
  {
    id: 'error-code-missing',
    clause: '2/error-code',
    summary: 'an Error has no code',
    overrides: editErrors(errorAs(lacking('code'))),
  },
  {
    id: 'error-code-number',
    clause: '2/error-code',
    summary: 'the code of an Error is a number',
    overrides: editErrors(errorAs((found) => ({ ...found, code: found.status * 100 + 1 }))),
  },
  {
    id: 'error-code-null',
    clause: '2/error-code',
    summary: 'the code of an Error is null',
    overrides: editErrors(errorAs((found) => ({ ...found, code: null }))),
  },
  {
    id: 'error-message-missing',
    clause: '2/error-message',
    summary: 'an Error has no message',
    overrides: editErrors(errorAs(lacking('message'))),
  },
  {
    id: 'error-message-list',
    clause: '2/error-message',
    summary: 'the message of an Error is a list of messages',
    overrides: editErrors(errorAs((found) => ({ ...found, message: [found.message] }))),
  },
  {
    id: 'error-status-missing',
    clause: '2/error-status',
    summary: 'an Error has no status',
    overrides: editErrors(errorAs(lacking('status'))),
  },
  {
    id: 'error-status-string',
    clause: '2/error-status',
    summary: 'the status of an Error is a string',
    overrides: editErrors(errorAs((found) => ({ ...found, status: String(found.status) }))),
  },
  {
    id: 'error-status-fraction',
    clause: '2/error-status',
    summary: 'the status of an Error is 400.1 and the like',
    overrides: editErrors(errorAs((found) => ({ ...found, status: found.status + 0.1 }))),
  },
  {
    id: 'error-status-zero',
    clause: '2/error-status-equals',
    summary: 'the status of every Error is 0',
    overrides: editErrors(errorAs((found) => ({ ...found, status: 0 }))),
  },
  {
    id: 'create-invalid-status-422',
    clause: '2/error-status-equals',
    summary: 'the Error of a 400 says 422',
    overrides: editError('createPet', 400, (found) => ({ ...found, status: 422 })),
  },
  {
    id: 'get-unknown-status-200',
    clause: '2/error-status-equals',
    summary: 'the Error of a 404 says 200',
    overrides: editError('getPet', 404, (found) => ({ ...found, status: 200 })),
  },
  {
    id: 'error-401-status-403',
    clause: '2/error-status-equals',
    summary: 'the Error of a 401 says 403',
    overrides: editUnauthorized(errorAs((found) => ({ ...found, status: 403 }))),
  },
  {
    id: 'error-envelope',
    clause: '7/error-shape',
    summary: 'an Error stands inside of an object, as {"error":{…}}',
    overrides: editErrors(jsonAs((found) => ({ error: found }))),
  },
  {
    id: 'error-problem-details',
    clause: '7/error-shape',
    summary: 'errors have type, title and detail in place of code and message',
    overrides: editErrors(
      errorAs(({ message, status }) => ({ type: 'about:blank', title: 'Error', detail: message, status })),
    ),
  },
  {
    id: 'error-text',
    clause: '7/error-shape',
    summary: 'the body of an error is its message alone, as a JSON string',
    overrides: editErrors(errorAs(({ message }) => message)),
  },
  {
    id: 'error-truncated',
    clause: '7/error-shape',
    summary: 'the Error breaks off in the middle',
    overrides: editErrors(bodyAs((text) => text.slice(0, 20))),
  },
  {
    id: 'error-media-type-text',
    clause: '7/error-media-type',
    summary: 'an Error is labelled text/plain',
    overrides: editErrors(headerAs('Content-Type', 'text/plain; charset=utf-8')),
  },
  {
    id: 'error-media-type-problem',
    clause: '7/error-media-type',
    summary: 'an Error is labelled application/problem+json',
    overrides: editErrors(headerAs('Content-Type', 'application/problem+json')),
  },
  {
    id: 'error-media-type-missing',
    clause: '7/error-media-type',
    summary: 'an Error has no Content-Type',
    overrides: editErrors(headerAs('Content-Type', undefined)),
  },
  {
    id: 'create-invalid-body-empty',
    clause: '4.2/invalid-error',
    summary: 'a 400 has no body',
    overrides: edit('createPet', 400, bodyAs('')),
  },
  {
    id: 'create-invalid-body-list',
    clause: '4.2/invalid-error',
    summary: 'the body of a 400 is a list of problems',
    overrides: editError('createPet', 400, ({ message }) => [{ path: '$', message }]),
  },
  {
    id: 'get-unknown-body-text',
    clause: '4.3/not-found-error',
    summary: 'the body of a 404 is plain text',
    overrides: edit('getPet', 404, bodyAs('Not Found', 'text/plain; charset=utf-8')),
  },
  {
    id: 'get-unknown-body-empty',
    clause: '4.3/not-found-error',
    summary: 'a 404 has no body',
    overrides: edit('getPet', 404, bodyAs('')),
  },
  {
    id: 'error-401-body-html',
    clause: '5/error-body',
    summary: 'the body of a 401 is an HTML page',
    overrides: editUnauthorized(bodyAs(signInPage(), 'text/html; charset=utf-8')),
  },
  {
    id: 'error-401-body-empty',
    clause: '5/error-body',
    summary: 'a 401 has no body',
    overrides: editUnauthorized(bodyAs('')),
  },
  {
    id: 'error-401-body-detail',
    clause: '5/error-body',
    summary: 'the body of a 401 is {"detail":…}, as some frameworks send it',
    overrides: editUnauthorized(errorAs(({ message }) => ({ detail: message }))),
  },
] as const satisfies readonly Fault[]

function signInPage(): string {
  return '<!doctype html>\n<html lang="en"><title>Sign in</title><h1>Please sign in</h1></html>\n'
}
