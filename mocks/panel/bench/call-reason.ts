import { readJson, validateError, validatePet } from '../../../spec/index.ts'
import type { JournalEntry } from '../../journal/journal-entry.ts'

/** One step of the way of a call to its answer. */
export interface ReasonStep {
  readonly title: string
  readonly text: string
  /** The section of the interface that it goes by; `undefined` where that is not said. */
  readonly section: string | undefined
}

// By how the journal begins the sentence of each step.
const titles: readonly (readonly [RegExp, string])[] = [
  [/^(?:Key|No valid key)\b/, 'Key'],
  [/^(?:The key is banned|No request is left|\d+ of \d+ requests)/, 'Quota'],
  [/^Scenario\b/, 'Scenario'],
  [/^The example\b/, 'Example'],
  [/^Fault\b/, 'Fault'],
  [/^The reply was (?:not sent|held back)/, 'Connection'],
  [/^Outside of the interface/, 'Status'],
]

/** The reasons of a reply as steps, in the order of the interface. No text says its title again. */
export function reasonSteps({ reason }: Pick<JournalEntry, 'reason'>): ReasonStep[] {
  return reason.map((sentence) => {
    const [, text = sentence, section] = /^(.*?)(?: \(section ([0-9.]+)\))?\.?$/s.exec(sentence) ?? []
    const title = titles.find(([start]) => start.test(sentence))?.[1] ?? 'Operation'
    return { title, text: text.replace(/^(?:Key [^:]*: |(?:Operation|Scenario|Fault) )/, ''), section }
  })
}

/** What decided, in a few words: what was refused, or what was answered and how many requests are left. */
export function shortReason(entry: JournalEntry): string {
  const { response, status, plan, operation, scenario } = entry
  if (response.effect === 'reset') return 'the connection was cut'
  if (response.effect === 'hang') return 'no answer was sent'
  if (response.effect === 'hold') return 'the answer was held back'
  const steps = reasonSteps(entry)
  const quota = steps.find(({ title }) => title === 'Quota')?.text ?? ''
  if (status === 429) return quota.replace(/^./, (letter) => letter.toLowerCase())
  if (plan === null && status === 401) return steps[0]?.text.replace('No valid key: ', '') ?? ''
  if (status >= 500 && scenario !== null) return ''
  if (status >= 400) return refusal(entry) ?? steps.at(-1)?.text ?? ''
  const left = /^(\d+ of \d+) requests are (left)/.exec(quota)?.slice(1).join(' ')
  return [answerText(entry) ?? operation, left].filter(Boolean).join(' · ')
}

/** What a success is about, such as `20 animals` or `61 “Rex”`. */
function answerText({ operation, response: { body } }: JournalEntry): string | undefined {
  if (operation === 'listPets') return animalsText(body)
  const pet = petIn(body)
  return pet && (operation === 'createPet' ? `animal ${pet.id} added` : `“${pet.name}”`)
}

function animalsText(body: string): string | undefined {
  // Only an animal has this member, and a page of a hundred need not be parsed for one line.
  const count = body.startsWith('[') ? body.split('"categoryId":').length - 1 : undefined
  return count === undefined ? undefined : count === 1 ? '1 animal' : `${count} animals`
}

/** The animal that a body is, as far as a line shows it. */
export function petIn(body: string): { readonly id: string; readonly name: string } | undefined {
  const reading = readJson(body)
  if (!reading.ok || !validatePet(reading.value)) return undefined
  const { id, name } = reading.value
  return { id: String(id), name }
}

/** What is wrong with a call, without the words that say it of every such call. */
function refusal({ target, status, response }: JournalEntry): string | undefined {
  const message = errorMessage(response.body)
  if (message === undefined) return undefined
  const [, id] = /\/([^/?]+)(?:\?.*)?$/s.exec(target) ?? []
  if (status === 404 && message === 'The requested resource could not be found.') return `no animal ${id}`
  const [, parameter] = /^The query cannot be used: ([a-z]+) must/.exec(message) ?? []
  const given = URL.parse(target, 'http://localhost')?.searchParams.get(parameter ?? '') ?? null
  if (given !== null) return `${parameter}=${given} is refused`
  return message.replace(/^(?:The body is not a NewPet|The query cannot be used): /, '').replace(/\.$/, '')
}

function errorMessage(body: string): string | undefined {
  const reading = body.length > 4000 ? undefined : readJson(body)
  return reading?.ok === true && validateError(reading.value) ? reading.value.message : undefined
}

/** The key of a call as the journal shows it. */
export function keyText({ request }: JournalEntry): string {
  return request.headers['authorization']?.replace(/^bearer +/i, '') ?? 'none'
}
