import type { ClauseId } from '../../spec/index.ts'
import { type Question, type Seen, headerIn } from '../exchange/question.ts'
import type { Check } from './check.ts'
import { answerClauses, unauthorizedClauses } from '../exchange/clauses-of.ts'
import { isToBeRemoved } from '../exchange/removal.ts'
import { type Departure, departure } from '../verdict/verdict.ts'
import { atStatus, statusIn } from './pets.ts'
import type { Expected } from '../verdict/facts.ts'

export const documentedStatus: Check = {
  id: 'documented-status',
  title: 'each answer has the status that is documented for what was asked',
  // Probes that send wrong bodies or unknown ids name the clauses of their answers.
  clauses: [
    ...answerClauses,
    '4.2/invalid-error',
    '4.2/media-type',
    ...unauthorizedClauses,
    '5/every-operation',
    '5/bearer-key',
    '5/missing-key',
    '5/invalid-key',
    '1/path-prefix',
    '9/works-until-removal',
  ],
  needs: 'status',
  look: (seen) => {
    const { question, status } = seen
    if (question.expects.length === 0 || status === 429) return undefined
    if (status === undefined || !question.expects.includes(status)) return { tests: [], departures: wrongStatus(seen) }
    const more: readonly ClauseId[] =
      question.credential === 'valid'
        ? ['5/bearer-key', '1/path-prefix']
        : isWithoutBearer(question)
          ? ['5/every-operation']
          : []
    return { tests: [...question.breaks, ...more], departures: [] }
  },
}

function wrongStatus(seen: Seen): readonly Departure[] {
  const { question, status } = seen
  if (status !== undefined && question.tolerates?.(status) === true) {
    if (question.asks !== 'create' || !otherRefusals.includes(status)) return []
    const facts = { at: atStatus, expected: { oneOf: [201, 400] }, received: { is: status } }
    return [departure('refused-otherwise', '4.2/invalid-error', facts)]
  }
  // A clause about the body of a success does not apply to an error.
  const breaks = isForKnownPet(question) ? question.breaks.slice(0, 1) : question.breaks
  const [clause, ...also] = [...wholeCauses(seen), ...breaks, ...causes(seen)]
  if (clause === undefined) return []
  const expected = { oneOf: question.expects, ...becauseOf(seen) }
  const others = [...new Set(also)].filter((other) => other !== clause)
  return [departure('status', clause, { at: atStatus, expected, received: statusIn(seen) }, others)]
}

// Statuses by which services refuse a body. The interface documents 400 for that.
const otherRefusals: readonly number[] = [409, 413, 422]

/** Why the key must be refused, and what else was wrong if that may have caused the status; empty for a valid key. */
function becauseOf({ question, status = 0 }: Seen): Expected {
  const { credential: key } = question
  if (key === 'valid') return {}
  return { key, flaw: question.asks === 'unauthorized' && status >= 400 ? question.flaw : undefined }
}

function isWithoutBearer({ credential }: Question): boolean {
  return ['missing', 'empty', 'basic', 'bare', 'token'].includes(credential)
}

const isForKnownPet = (question: Question): boolean => question.asks === 'pet' && question.about === 'known'

/** Clauses that name the cause better than the question does. */
function wholeCauses({ question, status }: Seen): readonly ClauseId[] {
  return question.credential === 'valid' && (status === 401 || status === 403) ? ['5/bearer-key'] : []
}

/** Further clauses that this status breaks. */
function causes(seen: Seen): readonly ClauseId[] {
  const { question, status = 0, exchange } = seen
  if (question.credential !== 'valid') return status < 400 && isWithoutBearer(question) ? ['5/every-operation'] : []
  const found: ClauseId[] = []
  if (status === 404) found.push('1/path-prefix')
  const location = headerIn(seen, 'location')
  if (status >= 300 && status < 400 && location !== undefined) {
    const target = URL.parse(location, exchange.request.url)
    // A redirect to a path outside /v1.
    if (target?.pathname.includes('/v1/') === false) found.push('1/path-prefix')
  }
  const isGone = [301, 302, 303, 307, 308, 405, 410, 501].includes(status)
  if (isForKnownPet(question) && isToBeRemoved(question.operation) && isGone) found.push('9/works-until-removal')
  if (status === 415 && question.asks === 'create') found.push('4.2/media-type')
  return found
}
