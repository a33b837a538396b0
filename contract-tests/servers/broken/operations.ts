import { type OperationId, isObject, operationIds, operations, parseInt64 } from '../../../spec/index.ts'
import { clausesOf } from '../../exchange/clauses-of.ts'
import {
  editBodies,
  editMediaType,
  editReplies,
  editStatus,
  editText,
  replaceReplies,
  withRate,
  withoutRate,
} from '../edits.ts'
import { type When, refuse, successOf } from '../reply.ts'
import { type Behaviour, type BrokenServers, breaking } from '../variation.ts'
import type { Hooks } from '../plain-server.ts'

/** What each operation can break by what is documented of it: spec/decisions/0136-what-follows-from-the-description.md. */
export const brokenOperations: readonly BrokenServers[] = operationIds.flatMap((id) => {
  const { answers, effect, array, items, unauthorized, noRequestBody, notFound, everyId, errors } = clausesOf[id]
  const { word } = operations[id]
  const success = successOf(id)
  const isUnknown: When = ({ status }, { operation }) => status === 404 && operation === id
  const isInvalid: When = ({ status }, { operation }) => status === 400 && operation === id
  const isBodiless: When = (reply, call) => success(reply, call) && call.body.length === 0
  return [
    breaking(answers, `${word}-answers-203`, editStatus(203, success)),
    breaking(
      array,
      `${word}-by-id`,
      editItems((all) => Object.fromEntries(all.entries()), success),
    ),
    breaking(
      items,
      `${word}-with-null`,
      editItems((all) => [...all, null].slice(-all.length || 1), success),
    ),
    breaking(
      items,
      `${word}-of-ids`,
      editItems((all) => all.map((item) => (isObject(item) ? item['id'] : item)), success),
    ),
    breaking(unauthorized, `no-key-needed-to-${word}`, needingNoKey(id)),
    breaking(effect, `${word}-forgotten`, forgetting(id)),
    breaking(notFound, `${word}-unknown-400`, replaceReplies(refuse(400), isUnknown)),
    breaking(
      errors[400],
      `${word}-invalid-without-body`,
      editText(() => '', isInvalid),
    ),
    breaking(
      errors[404],
      `${word}-unknown-without-body`,
      editText(() => '', isUnknown),
    ),
    breaking(everyId, `${word}-large-id-refused`, refusingLargeIds(id)),
    breaking(noRequestBody, `${word}-needs-body`, replaceReplies(refuse(400), isBodiless)),
    breaking('1/response-media-type', `${word}-as-text`, editMediaType('text/plain', success)),
    breaking(
      '1/response-is-json',
      `${word}-without-body`,
      editText(() => '', success),
    ),
    breaking(
      answers,
      `${word}-in-envelope`,
      editBodies((data) => ({ data, next: null }), success),
    ),
    breaking(
      answers,
      `${word}-in-array`,
      editBodies((data) => [data], success),
    ),
    breaking('8/headers-on-every-response', `${word}-without-rate-headers`, withoutRate(success)),
    breaking('8/remaining-falls', `${word}-uncounted`, () => uncounted(id)),
  ]
})

function editItems(edit: (all: readonly unknown[]) => unknown, when: When): Hooks {
  return editBodies((body) => (Array.isArray(body) ? edit(body) : body), when)
}

function needingNoKey(id: OperationId): Behaviour {
  return { isKey: (call, usual) => call.operation === id || usual(call) }
}

/** Answers as if the operation had done its work, and changes nothing. */
function forgetting(id: OperationId): Behaviour {
  return (state) => ({
    decide(counted, usual) {
      const kept = state.kept[operations[id].resource]
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

/** Reports Remaining as if calls of this operation were free. */
function uncounted(operation: OperationId): Hooks {
  let window = 0
  let left = 0
  return editReplies(
    (reply, call) =>
      withRate(reply, ({ limit, remaining, reset }) => {
        if (window !== reset) left = 0
        window = reset
        if (call.operation === operation) left += 1
        return { limit, remaining: Math.min(remaining + left, limit), reset }
      }),
    // Callers without a key have a quota of their own.
    ({ status }) => status !== 401,
  )
}
