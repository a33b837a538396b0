import { type ClauseId, type Int64, type PetStatus, operations, writeJson } from '../../spec/index.ts'
import { credentialClauses } from './credentials.ts'
import type { Credential, Question, SentAnimal } from './question.ts'
import { removalState } from '../checks/operations.ts'

/** Asks for a list (section 4.1). */
export function askList(
  list: { readonly limit?: number; readonly status?: PetStatus } = {},
  credential: Credential = 'valid',
): Question {
  const query = new URLSearchParams()
  if (list.status !== undefined) query.set('status', list.status)
  if (list.limit !== undefined) query.set('limit', String(list.limit))
  const path = query.size === 0 ? '/pets' : `/pets?${query}`
  const question = { operation: 'listPets', credential, path, list } as const
  if (credential !== 'valid') return { ...question, ...refused('4.1/unauthorized', credential) }
  const breaks: ClauseId[] = ['4.1/answers-pets']
  return { ...question, kind: `list ${list.status ?? ''} ${list.limit ?? ''}`, expects: [200], breaks }
}

/** Asks for an animal (section 4.3) that is known to be there, or that is not. After its removal getPet may answer as it likes. */
export function askPet(
  petId: Int64,
  is: 'known' | 'unknown' | 'extreme',
  todayMilliseconds: number,
  credential: Credential = 'valid',
): Question {
  const question = { operation: 'getPet', credential, path: `/pets/${petId}`, petId } as const
  if (credential !== 'valid')
    return withRemoval({ ...question, ...refused('4.3/unauthorized', credential) }, todayMilliseconds)
  const kind = `get-${is}`
  if (is === 'known') {
    // It may be gone by now, or not have arrived everywhere yet: probes look at a 404 more closely.
    const tolerates = (status: number) => status === 404
    const breaks: ClauseId[] = ['4.3/answers-pet', '9/works-until-removal', '4.3/no-request-body']
    return withRemoval({ ...question, kind, expects: [200], breaks, tolerates }, todayMilliseconds)
  }
  if (is === 'unknown')
    return withRemoval({ ...question, kind, expects: [404], breaks: ['4.3/not-found'] }, todayMilliseconds)
  // There may be an animal even at the ends of int64.
  const breaks: ClauseId[] = ['4.3/pet-id-int64', '4.3/not-found']
  return withRemoval({ ...question, kind: `${kind} ${petId < 0}`, expects: [404, 200], breaks }, todayMilliseconds)
}

function withRemoval(question: Question, todayMilliseconds: number): Question {
  return removalState(todayMilliseconds) === 'works' ? question : { ...question, expects: [], breaks: [] }
}

/** Asks to add an animal (section 4.2). */
export function askCreate(animal: SentAnimal, options: Partial<Question> = {}): Question {
  return {
    operation: 'createPet',
    kind: 'create',
    credential: 'valid',
    path: operations.createPet.path,
    body: writeJson(animal),
    expects: [201],
    breaks: ['4.2/answers-pet'],
    animal,
    ...options,
  }
}

/** Asks to add what is no NewPet (section 4.2). */
export function askInvalid(kind: string, body: string | undefined, breaks: readonly ClauseId[]): Question {
  return {
    operation: 'createPet',
    kind: `invalid ${kind}`,
    credential: 'valid',
    path: operations.createPet.path,
    body,
    expects: [400],
    breaks,
  }
}

/** Asks to add an animal without a valid key (section 5). */
export function askCreateUnauthorized(body: string, credential: Exclude<Credential, 'valid'>): Question {
  return {
    operation: 'createPet',
    credential,
    path: operations.createPet.path,
    body,
    ...refused('4.2/unauthorized', credential),
  }
}

function refused(
  clause: ClauseId,
  credential: Exclude<Credential, 'valid'>,
): Pick<Question, 'kind' | 'expects' | 'breaks'> {
  return { kind: `key ${credential}`, expects: [401], breaks: [clause, ...credentialClauses(credential)] }
}
