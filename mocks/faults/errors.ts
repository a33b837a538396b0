import { bodyAs, edit, editErrors, editStatus, errorAs, headerAs, jsonAs, lacking } from './edit-reply.ts'
import type { FaultTable } from './fault.ts'

/** Faults of sections 2 and 7: Error, where it is the same for every operation or for one status. */
export const errorFaults: FaultTable = {
  'error-code-missing': ['2/error-code', 'an Error has no code', editErrors(errorAs(lacking('code')))],
  'error-message-missing': ['2/error-message', 'an Error has no message', editErrors(errorAs(lacking('message')))],
  'error-status-string': [
    '2/error-status',
    'the status of an Error is a string',
    editErrors(errorAs((found) => ({ ...found, status: String(found.status) }))),
  ],
  'error-status-zero': [
    '2/error-status-equals',
    'the status of every Error is 0',
    editErrors(errorAs((found) => ({ ...found, status: 0 }))),
  ],
  'error-envelope': [
    '7/error-shape',
    'an Error is wrapped in an object, as {"error":{…}}',
    editErrors(jsonAs((error) => ({ error }))),
  ],
  'error-problem-details': [
    '7/error-shape',
    'errors have type, title and detail in place of code and message',
    editErrors(errorAs(({ message, status }) => ({ type: 'about:blank', title: 'Error', detail: message, status }))),
  ],
  'error-media-type-problem': [
    '7/error-media-type',
    'an Error is labelled application/problem+json',
    editErrors(headerAs('Content-Type', 'application/problem+json')),
  ],
  'create-invalid-body-list': [
    '4.2/invalid-error',
    'the body of a 400 is a list of problems',
    edit(
      'createPet',
      400,
      errorAs(({ message }) => [{ path: '$', message }]),
    ),
  ],
  'get-unknown-body-text': [
    '4.3/not-found-error',
    'the body of a 404 is plain text',
    edit('getPet', 404, bodyAs('Not Found', 'text/plain; charset=utf-8')),
  ],
  'error-401-body-html': [
    '5/error-body',
    'the body of a 401 is an HTML page',
    editStatus(401, bodyAs(signInPage(), 'text/html; charset=utf-8')),
  ],
}

function signInPage(): string {
  return '<!doctype html>\n<html lang="en"><title>Sign in</title><h1>Please sign in</h1></html>\n'
}
