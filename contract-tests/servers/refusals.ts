import type { OperationId } from '../../spec/index.ts'
import { type Reply, isReply, refuse } from './reply.ts'
import type { Hooks, Hook } from './plain-server.ts'

/** The steps that can refuse. */
type Refusing = { [Name in 'query' | 'accept' | 'petId']: NonNullable<Hooks[Name]> }
type InputOf<Name extends keyof Refusing> = Parameters<Refusing[Name]>[0]
type ResultOf<Name extends keyof Refusing> = Exclude<ReturnType<Refusing[Name]>, Reply>

/** Refuses some calls at a step. */
export function refuseIf<Name extends keyof Refusing>(
  name: Name,
  isRefused: (input: InputOf<Name>) => boolean,
  status = 400,
): Hooks {
  const step: Hook<InputOf<Name>, unknown> = (input, usual) => (isRefused(input) ? refuse(status) : usual(input))
  return { [name]: step }
}

/** Refuses some of what a step would accept. */
export function refuseResultIf<Name extends keyof Refusing>(
  name: Name,
  isRefused: (result: ResultOf<Name>) => boolean,
  status = 400,
): Hooks {
  return changing(name, (result) => (isReply(result) || !isRefused(result) ? result : refuse(status)))
}

/** Puts something else in the place of a refusal. */
export function insteadOfRefusal<Name extends keyof Refusing>(
  name: Name,
  other: (input: InputOf<Name>, refusal: Reply) => ResultOf<Name> | Reply,
): Hooks {
  return changing(name, (result, input) => (isReply(result) ? other(input, result) : result))
}

function changing<Name extends keyof Refusing>(
  name: Name,
  change: (result: ResultOf<Name> | Reply, input: InputOf<Name>) => ResultOf<Name> | Reply,
): Hooks {
  const step: Hook<InputOf<Name>, ResultOf<Name> | Reply> = (input, usual) => change(usual(input), input)
  return { [name]: step }
}

/** Answers all calls of an operation that have the valid key with this reply. */
export function answerInstead(operation: OperationId, reply: Reply): Hooks {
  return {
    decide: (counted, usual) => (counted.isKey && counted.call.operation === operation ? reply : usual(counted)),
  }
}
