import { type OperationId, type Resource, operationIds, operations, parseInt64 } from '../../../spec/index.ts'
import { clausesOf } from '../../exchange/clauses-of.ts'
import { editStatus, editText, replaceReplies } from '../edits.ts'
import { type When, refuse, successOf } from '../reply.ts'
import type { ServerState } from '../server-state.ts'
import type { Behaviour, BrokenServers } from '../variation.ts'

/** What each operation can break by what is documented of it: spec/decisions/0136-what-follows-from-the-description.md. */
export const brokenOperations: readonly BrokenServers[] = operationIds.map((id) => {
  const { answers, unauthorized, notFound, everyId, errors } = clausesOf[id]
  const { effect, word } = operations[id]
  const isUnknown: When = ({ status }, { operation }) => status === 404 && operation === id
  return {
    [answers]: { [`${word}-answers-203`]: editStatus(203, successOf(id)) },
    [unauthorized]: { [`no-key-needed-to-${word}`]: needingNoKey(id) },
    ...(effect && { [effect]: { [`${word}-forgotten`]: forgetting(id) } }),
    ...(notFound && { [notFound]: { [`${word}-unknown-400`]: replaceReplies(refuse(400), isUnknown) } }),
    ...(errors[404] && { [errors[404]]: { [`${word}-unknown-without-body`]: editText(() => '', isUnknown) } }),
    ...(everyId && { [everyId]: { [`${word}-large-id-refused`]: refusingLargeIds(id) } }),
  }
})

function needingNoKey(id: OperationId): Behaviour {
  return { isKey: (call, usual) => call.operation === id || usual(call) }
}

// What a server keeps of each resource; the compiler says which one is missing.
const keptOf: Readonly<Record<Resource, (state: ServerState) => unknown[]>> = { Pet: ({ animals }) => animals }

/** Answers as if the operation had done its work, and leaves all as it was. */
function forgetting(id: OperationId): Behaviour {
  return (state) => ({
    decide(counted, usual) {
      const kept = keptOf[operations[id].resource](state)
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
