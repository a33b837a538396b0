import { type ClauseId, type OperationId, isObject, operationIds, operations, parseInt64 } from '../../../spec/index.ts'
import { clausesOf } from '../../exchange/clauses-of.ts'
import { editBodies, editMediaType, editStatus, editText, replaceReplies, withoutRate, editList } from '../edits.ts'
import { type When, refuse, successOf } from '../reply.ts'
import { type Behaviour, type BrokenServers, breaking } from '../variation.ts'
import { windowed } from '../windowed.ts'

/** What each operation can break by what is documented of it: spec/decisions/0136-what-follows-from-the-description.md. */
export const brokenOperations: readonly BrokenServers[] = operationIds.flatMap((id) => {
  const { answers, effect, array, items, unauthorized, noRequestBody, notFound, everyId, errors } = clausesOf[id]
  const { word } = operations[id]
  const success = successOf(id)
  const isUnknown: When = ({ status }, { operation }) => status === 404 && operation === id
  const isInvalid: When = ({ status }, { operation }) => status === 400 && operation === id
  const isBodiless: When = (reply, call) => success(reply, call) && call.body.length === 0
  // In an id, `$` stands for the word of the operation.
  const made: Readonly<Record<string, readonly [clause: ClauseId | null | undefined, server: Behaviour]>> = {
    '$-answers-203': [answers, editStatus(203, success)],
    '$-by-id': [array, editList((all) => Object.fromEntries(all.entries()), success)],
    '$-with-null': [items, editList((all) => [...all, null].slice(-all.length || 1), success)],
    '$-of-ids': [items, editList((all) => all.map((item) => (isObject(item) ? item['id'] : item)), success)],
    'no-key-needed-to-$': [unauthorized, { isKey: (call, usual) => call.operation === id || usual(call) }],
    '$-forgotten': [effect, forgetting(id)],
    '$-unknown-400': [notFound, replaceReplies(refuse(400), isUnknown)],
    '$-invalid-without-body': [errors[400], editText(() => '', isInvalid)],
    '$-unknown-without-body': [errors[404], editText(() => '', isUnknown)],
    '$-large-id-refused': [everyId, refusingLargeIds(id)],
    '$-needs-body': [noRequestBody, replaceReplies(refuse(400), isBodiless)],
    '$-as-text': ['1/response-media-type', editMediaType('text/plain', success)],
    '$-without-body': ['1/response-is-json', editText(() => '', success)],
    '$-in-envelope': [answers, editBodies((data) => ({ data, next: null }), success)],
    '$-without-rate-headers': ['8/headers-on-every-response', withoutRate(success)],
    '$-uncounted': ['8/remaining-falls', windowed({ counts: ({ operation }) => operation !== id })],
  }
  return Object.entries(made).map(([name, [clause, server]]) => breaking(clause, name.replace('$', word), server))
})

/** Answers as if the operation had done its work, and changes nothing. */
function forgetting(id: OperationId): Behaviour {
  return (state) => ({
    decide(counted, usual) {
      const kept = state.kept[operations[id].resource] ?? []
      const before = [...kept]
      const reply = usual(counted)
      if (counted.call.operation === id) kept.splice(0, kept.length, ...before)
      return reply
    },
  })
}

function refusingLargeIds(id: OperationId): Behaviour {
  return {
    decide: (counted, usual) => {
      const { isKey, call } = counted
      const isLarge = Math.abs(Number(parseInt64(call.id) ?? 0)) >= 2 ** 31
      return isKey && call.operation === id && isLarge ? refuse(400) : usual(counted)
    },
  }
}
