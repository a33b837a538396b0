import { counted, readJson, validateError, validatePet } from '../../spec/index.ts'
import type { JournalEntry } from '../journal/journal.ts'
import { keyProblemText, stepOf, stepText } from './step-text.ts'
import type { Step } from './steps.ts'

/** What a few words about a call are made of: an entry of a journal, or a line with the body of its reply. */
type Told = Pick<JournalEntry, 'target' | 'operation' | 'status' | 'scenario' | 'fault' | 'steps'> & {
  readonly response: Pick<JournalEntry['response'], 'effect' | 'body'>
}

/** What was forced and what decided, in one line of text. */
export function reasonLine(entry: Told): string {
  return [...forcedTexts(entry), shortReason(entry)].filter(Boolean).join('; ')
}

/** What was on for a call: a scenario, others beside it or in vain, an example, a fault. */
export function forcedTexts({ steps }: Pick<Told, 'steps'>): readonly string[] {
  return steps.flatMap(({ step, outcome, by = '' }) =>
    step === 'situation' || step === 'fault' ? [`${outcome === 'passed-over' ? 'not' : outcome} ${by}`] : [],
  )
}

/** What decided, in a few words: what was refused, or what was answered and how many requests are left. */
export function shortReason(entry: Told): string {
  const quota = entry.status < 400 && entry.response.effect === null ? stepOf(entry, 'quota') : undefined
  const left = quota?.outcome === 'passed' ? `${quota.remaining} of ${quota.limit} left` : undefined
  return [resultText(entry) ?? entry.operation, left].filter(Boolean).join(' · ')
}

const endings = { reset: 'the connection was cut', hang: 'no answer was sent', hold: 'the answer was held back' }

/** The same without what is left; `undefined` where that is only which operation it was. */
export function resultText(entry: Told): string | undefined {
  const end = entry.steps.find(({ heldMilliseconds }) => heldMilliseconds !== undefined)
  if (end === undefined) return replyText(entry)
  const result = end.outcome === 'released' && replyText(entry)
  return [result, inSentence(stepText(end))].filter(Boolean).join(', ')
}

/** The same for a reply of which nobody knows that it was held. */
function replyText(entry: Told): string | undefined {
  const { steps, response, status, scenario } = entry
  if (response.effect !== null) return endings[response.effect]
  const [key, quota, latest] = [stepOf(entry, 'key'), stepOf(entry, 'quota'), steps.at(-1)]
  if (status === 429 && quota) return inSentence(stepText(quota))
  const problem = status === 401 && key ? keyProblemText(key) : undefined
  if (problem !== undefined) return problem
  if (status >= 500 && scenario !== null) return ''
  if (status >= 400) return refusal(entry) ?? (latest ? stepText(latest) : '')
  return answerText(entry)
}

const inSentence = (text: string) => text.replace(/^./, (letter) => letter.toLowerCase())

/** What a step says beside its own text: what came of the operation, and that a refusal is by choice. */
export function resultOf(step: Step, entry: JournalEntry): string | undefined {
  // What was held or not sent at all the connection says.
  if (step.step === 'operation' && entry.response.effect === null) return replyText(entry)
  const wait = entry.status === 429 && step.step === 'quota' && entry.response.headers['Retry-After']
  if (wait) return `wait ${wait} s (Retry-After)`
  const choice = step.outcome === 'undocumented-status' && choiceThatRefused(entry)
  return choice ? `the choice ${choice}=reject decided it` : undefined
}

/** The choice by which a call got a status that the interface does not name. */
export function choiceThatRefused(entry: Told): string | undefined {
  const { status, fault, operation, response } = entry
  if (status !== 400 || fault !== null || stepOf(entry, 'operation')?.outcome !== 'answered') return undefined
  if (operation !== 'listPets') return operation === 'getPet' ? 'malformed-id' : undefined
  return response.body.includes('there is no parameter') ? 'unknown-query' : 'invalid-query'
}

/** What a success is about, such as `20 animals` or `61 “Rex”`. */
function answerText({ operation, response: { body } }: Told): string | undefined {
  if (operation === 'listPets') return animalsText(body)
  const pet = petIn(body)
  return pet && (operation === 'createPet' ? `animal ${pet.id} added` : `“${pet.name}”`)
}

/** How many animals the list has that a body is. */
export function animalsText(body: string): string | undefined {
  // Only an animal has this member, and a page of a hundred need not be parsed for one line.
  return body.startsWith('[') ? counted(body.split('"categoryId":').length - 1, 'animal') : undefined
}

/** The animal that a body is, as far as a line shows it. */
function petIn(body: string): { readonly id: string; readonly name: string } | undefined {
  const reading = readJson(body)
  if (!reading.ok || !validatePet(reading.value)) return undefined
  const { id, name } = reading.value
  return { id: String(id), name }
}

/** What is wrong with a call, without the words that say it of every such call. */
function refusal({ target, status, response }: Told): string | undefined {
  const reading = response.body.length > 4000 ? undefined : readJson(response.body)
  if (reading?.ok !== true || !validateError(reading.value)) return undefined
  const { message } = reading.value
  const [, id] = /\/([^/?]+)(?:\?.*)?$/s.exec(target) ?? []
  if (status === 404 && message === 'The requested resource could not be found.') return `no animal ${id}`
  const [, parameter] = /^The query cannot be used: ([a-z]+) must/.exec(message) ?? []
  const [given, again] = URL.parse(target, 'http://localhost')?.searchParams.getAll(parameter ?? '') ?? []
  if (again !== undefined) return `${parameter} is given more than once`
  if (given !== undefined) return `${parameter}=${given} is refused`
  return message.replace(/^(?:The body is not a NewPet|The query cannot be used): /, '').replace(/\.$/, '')
}

/** The key of a call as the journal shows it. */
export function keyText({ request }: JournalEntry): string {
  return request.headers['authorization']?.replace(/^bearer +/i, '') ?? 'none'
}

/** The status that a client saw, or what it saw in its place. */
export function statusWord(status: number, effect: JournalEntry['response']['effect']): string {
  return { reset: 'cut', hang: 'none', hold: 'held', sent: `${status}` }[effect ?? 'sent']
}
