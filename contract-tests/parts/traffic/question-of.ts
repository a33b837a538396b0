import {
  type ClauseId,
  type OperationId,
  clauseOfSentMember,
  isInt64,
  isObject,
  itemOf,
  maxBodyBytes,
  operationIds,
  operations,
  parseInt64,
  petStatuses,
  readJson,
  shapes,
  validators,
} from '../../../spec/index.ts'
import { flawIn } from '../../checks/members.ts'
import { clausesOf, documentedStatuses } from '../../exchange/clauses-of.ts'
import { isToBeRemoved } from '../../exchange/removal.ts'
import type { Credential } from '../../exchange/credentials.ts'
import type { ListParameters, Question, SentAnimal } from '../../exchange/question.ts'
import { askFor, askUnauthorized, partsOf } from '../../exchange/questions.ts'
import { isRefusal } from '../../probes/create.ts'

/** A request as somebody else sent it. */
interface SentRequest {
  readonly method: string
  /** Below the base address, query included. */
  readonly path: string
  /** The Authorization header, empty for none; `undefined` where that is not known. */
  readonly authorization?: string | undefined
  /** `null` where it is not known. */
  readonly body: string | undefined | null
  readonly mediaType?: string | undefined
}

/**
 * What somebody else asked, and which answers the interface allows. The request alone does not show whether the animal
 * exists, the category is known or the key is valid, so a refusal breaks no clause. `undefined` for a request
 * that is no operation of the interface.
 */
export function questionOf(asked: SentRequest, status: number): Question | undefined {
  for (const operation of operationIds) {
    const parts = partsOf(operation, asked.path)
    const { method, resource } = operations[operation]
    const caseOf = resource === 'Pet' ? caseOfAnimals : caseOfOthers
    if (method === asked.method && parts !== undefined)
      return withKey(caseOf({ ...asked, operation, parts, status }), asked, status)
  }
  return undefined
}

interface OperationRequest extends SentRequest {
  readonly operation: OperationId
  /** The identifiers in the path. */
  readonly parts: Readonly<Record<string, string>>
  readonly status: number
}

/** A good request: the documented success, and what another status breaks. The id in a path may be of nothing. */
function baseOf({ operation, path, parts, body, status }: OperationRequest) {
  const { answers, noRequestBody } = clausesOf[operation]
  const works = isToBeRemoved(operation) ? (['9/works-until-removal'] as const) : []
  const also = noRequestBody === undefined || body === null ? [] : [noRequestBody]
  const isUnknown = status === 404 && Object.keys(parts).length > 0
  const expects = isUnknown ? [404] : documentedStatuses(operation).filter((each) => each < 300)
  const breaks = isUnknown ? [] : [answers, ...works, ...also]
  return { operation, path, credential: 'valid', body: body ?? undefined, expects, breaks } as const
}

/** What the description alone says, of all but animals: an invalid body is refused, and any other request may be. */
function caseOfOthers(asked: OperationRequest): Question {
  const { operation, path, body } = asked
  const { request } = operations[operation]
  const sent = readJson(body ?? '')
  if (request !== null && body !== null && !(sent.ok && validators[request](sent.value)))
    return { ...askFor(operation, 400, path), body }
  return { ...baseOf(asked), asks: 'other', about: path, tolerates }
}

function caseOfAnimals(asked: OperationRequest): Question {
  const { operation, path, parts, body, status } = asked
  const { role } = operations[operation]
  const base = baseOf(asked)
  const open = { ...base, expects: [], breaks: [] }
  if (role === 'create') return { ...base, ...creation(asked) }
  // The interface has no body here, so it does not say what should happen.
  if (body) return { ...open, asks: 'other', about: 'with a body' }
  if (role === 'list') {
    const query = new URLSearchParams(path.split(/\?(.*)/s)[1])
    const list = parametersIn(query)
    if (list === undefined) return { ...open, asks: 'silence', about: 'invalid-query' }
    const isRefused = isRefusal(status) && [...query.keys()].some((name) => !Object.hasOwn(list, name))
    return { ...(isRefused ? open : base), asks: 'list', about: path, list }
  }
  const petId = parseInt64(parts['petId'] ?? '')
  if (petId === undefined) return { ...open, asks: 'silence', about: 'malformed-id' }
  return { ...base, asks: 'pet', about: status === 404 ? 'unknown' : 'known', petId }
}

/** The parameters of a list; `undefined` for a query that the interface does not allow. */
function parametersIn(query: URLSearchParams): ListParameters | undefined {
  const { minimum, maximum } = operations.listPets.parameters.limit
  const [limits, statuses] = [query.getAll('limit'), query.getAll('status')]
  const limit = limits[0] === undefined ? undefined : Number(limits[0])
  const status = petStatuses.find((known) => known === statuses[0])
  const isLimit = limit === undefined || (/^[1-9][0-9]*$/.test(limits[0] ?? '') && limit >= minimum && limit <= maximum)
  return isLimit && status === statuses[0] && limits.length < 2 && statuses.length < 2 ? { limit, status } : undefined
}

// A service may refuse a correct NewPet: for an unknown category, a name that exists already or is too long.
const tolerates = (status: number): boolean => [400, 409, 413, 422].includes(status)

function creation({ body, mediaType = '' }: SentRequest) {
  if (body === null) return { asks: 'other', about: 'a body that was not recorded', tolerates } as const
  const isOpen = !/^application\/json\s*(?:;|$)/i.test(mediaType.trim())
  if (isOpen || (body?.length ?? 0) > maxBodyBytes)
    return { asks: 'silence', about: isOpen ? 'media-type' : 'large-body', expects: [], breaks: [] } as const
  const reading = readJson(body ?? '')
  const found = reading.ok && isObject(reading.value) ? flawOf(reading.value) : undefined
  const flaw = (body ?? '') === '' ? '4.2/body-required' : found === undefined ? '4.2/body-is-new-pet' : found
  if (flaw === null) return { asks: 'invalid', about: 'a flaw', expects: [], breaks: [] } as const
  if (typeof flaw === 'string') return { asks: 'invalid', about: flaw, expects: [400], breaks: [flaw] } as const
  return { asks: 'create', about: '', animal: flaw, tolerates } as const
}

/** The clause that an object breaks as a NewPet, null if none is about its flaw, or the animal if it has no flaw (section 4.2). */
function flawOf(sent: Readonly<Record<string, unknown>>): ClauseId | null | SentAnimal {
  for (const member of shapes.NewPet.members) {
    const value = sent[member.name]
    const missing = member.isRequired ? 'missing' : undefined
    const flaw = value === undefined ? missing : flawIn(member, value)
    if (flaw !== undefined) return clauseOfSentMember(operations.createPet.section, member, flaw) ?? null
  }
  // Every member was looked at.
  const animal = itemOf(shapes.NewPet, sent) as unknown as SentAnimal
  return { ...animal, id: isInt64(sent['id']) ? sent['id'] : undefined }
}

/** The same question, with what its key changes. The request does not show whether the key is valid. */
function withKey(question: Question, { authorization }: SentRequest, status: number): Question {
  const { operation, path, body } = question
  const credential = authorization === undefined ? 'valid' : credentialIn(authorization)
  if (credential === 'valid')
    return status === 401 ? { ...askUnauthorized(operation, 'wrong', { path, body }), breaks: [] } : question
  return askUnauthorized(operation, credential, { path, body })
}

/** The kind of credential in an Authorization header. One that was taken out of a recording may have been valid. */
function credentialIn(authorization: string): Credential {
  const [scheme = '', key = ''] = authorization.trim().split(/\s+/)
  if (scheme === '') return 'missing'
  if (/redact|remov|hidden|mask|[*[<…]/i.test(authorization)) return 'valid'
  if (/^bearer$/i.test(scheme)) return key === '' ? 'empty' : 'valid'
  if (key === '') return 'bare'
  return /^basic$/i.test(scheme) ? 'basic' : /^token$/i.test(scheme) ? 'token' : 'valid'
}
