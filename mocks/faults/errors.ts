import { bodyAs, edit, editErrors, editStatus, errorAs, headerAs, jsonAs, lacking } from './edit-reply.ts'
import type { Fault } from './fault.ts'

/** Faults of sections 2 and 7: Error, where it is the same for every operation or for one status. */
export const errorFaults: readonly Fault[] = [
  {
    id: 'error-code-missing',
    clause: '2/error-code',
    summary: 'an Error has no code',
    overrides: editErrors(errorAs(lacking('code'))),
  },
  {
    id: 'error-message-missing',
    clause: '2/error-message',
    summary: 'an Error has no message',
    overrides: editErrors(errorAs(lacking('message'))),
  },
  {
    id: 'error-status-string',
    clause: '2/error-status',
    summary: 'the status of an Error is a string',
    overrides: editErrors(errorAs((found) => ({ ...found, status: String(found.status) }))),
  },
  {
    id: 'error-status-zero',
    clause: '2/error-status-equals',
    summary: 'the status of every Error is 0',
    overrides: editErrors(errorAs((found) => ({ ...found, status: 0 }))),
  },
  {
    id: 'error-envelope',
    clause: '7/error-shape',
    summary: 'an Error is wrapped in an object, as {"error":{…}}',
    overrides: editErrors(jsonAs((error) => ({ error }))),
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
    id: 'error-media-type-problem',
    clause: '7/error-media-type',
    summary: 'an Error is labelled application/problem+json',
    overrides: editErrors(headerAs('Content-Type', 'application/problem+json')),
  },
  {
    id: 'create-invalid-body-list',
    clause: '4.2/invalid-error',
    summary: 'the body of a 400 is a list of problems',
    overrides: edit(
      'createPet',
      400,
      errorAs(({ message }) => [{ path: '$', message }]),
    ),
  },
  {
    id: 'get-unknown-body-text',
    clause: '4.3/not-found-error',
    summary: 'the body of a 404 is plain text',
    overrides: edit('getPet', 404, bodyAs('Not Found', 'text/plain; charset=utf-8')),
  },
  {
    id: 'error-401-body-html',
    clause: '5/error-body',
    summary: 'the body of a 401 is an HTML page',
    overrides: editStatus(401, bodyAs(signInPage(), 'text/html; charset=utf-8')),
  },
]

function signInPage(): string {
  return '<!doctype html>\n<html lang="en"><title>Sign in</title><h1>Please sign in</h1></html>\n'
}
