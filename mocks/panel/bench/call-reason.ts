import { readJson, validateError } from '../../../spec/index.ts'
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
  [/^The reply was not sent/, 'Connection'],
  [/^Outside of the interface/, 'Status'],
]

/** The reasons of a reply as steps, in the order of the interface. No text says its title again. */
export function reasonSteps({ reason }: JournalEntry): ReasonStep[] {
  return reason.map((sentence) => {
    const [, text = sentence, section] = /^(.*?)(?: \(section ([0-9.]+)\))?\.?$/s.exec(sentence) ?? []
    const title = titles.find(([start]) => start.test(sentence))?.[1] ?? 'Operation'
    return { title, text: text.replace(/^(?:Key [^:]*: |(?:Operation|Scenario|Fault) )/, ''), section }
  })
}

/** What decided, in a few words: what the Error says, or the step that ended the way of the call. */
export function shortReason(entry: JournalEntry): string {
  const steps = reasonSteps(entry)
  if (entry.response.effect === 'reset') return 'The connection was cut.'
  if (entry.response.effect === 'hang') return 'No answer was sent.'
  if (entry.status === 429) return steps.find(({ title }) => title === 'Quota')?.text ?? ''
  if (entry.plan === null && entry.status === 401) return steps[0]?.text ?? ''
  const message = (entry.status >= 400 && errorMessage(entry.response.body)) || lastOf(steps)
  // The mock says the same of every animal.
  const [, id] = /\/([^/?]+)(?:\?.*)?$/s.exec(entry.target) ?? []
  return message === 'The requested resource could not be found.' ? `No animal ${id} was found.` : message
}

function lastOf(steps: readonly ReasonStep[]): string {
  return steps.findLast(({ title }) => title === 'Operation')?.text ?? steps.at(-1)?.text ?? ''
}

function errorMessage(body: string): string | undefined {
  const reading = body.length > 4000 ? undefined : readJson(body)
  return reading?.ok === true && validateError(reading.value) ? reading.value.message : undefined
}
