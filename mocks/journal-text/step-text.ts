import type { Step } from '../../spec/made/control-types.ts'
import type { KeyProblem } from '../keys/keys.ts'
import { millisecondsText } from './took.ts'

type Outcome = Step['outcome']
type Texts<Of extends Outcome> = { readonly [One in Of]: (step: Step) => string }

const operationName = ({ operation }: Step) => `${operation}`
const held = ({ heldMilliseconds = 0 }: Step) => `after ${millisecondsText(heldMilliseconds)}`

const keyProblems: Texts<KeyProblem> = {
  missing: () => 'no Authorization header',
  'not-bearer': () => 'the Authorization header is not "Bearer" and one key',
  unknown: () => 'no such key',
  revoked: () => 'the key is revoked',
  expired: ({ at }) => (at === undefined ? 'the key is expired' : `the key expired at ${at}`),
  'not-yet-valid': ({ at }) => `the key is not valid before ${at}`,
  refused: ({ by }) =>
    by === undefined ? 'the deployment refused it, or none was sent' : 'the scenario refuses every key',
}

const texts: Texts<Outcome> = {
  ...keyProblems,
  valid: ({ plan, sandbox, sandboxBy }) =>
    `${plan} plan, sandbox ${sandbox}${sandboxBy === 'key' || sandboxBy === 'none' ? '' : ` as ${sandboxBy} names it`}`,
  passed: ({ window, limit, remaining }) => `${remaining} of ${limit} requests are left in the ${window}`,
  'used-up': ({ window }) => `No request is left in the ${window}`,
  banned: () => 'The key is banned for a while',
  scenario: ({ by }) => `${by} was played`,
  example: ({ by }) => `The example ${by} was asked for`,
  'passed-over': ({ by }) => `${by} was on, too, but another one came first`,
  fault: ({ by }) => `${by} took part: the reply may break the interface on purpose`,
  answered: operationName,
  replaced: operationName,
  'no-sandbox': () => 'The call names no sandbox, and this mock asks for one',
  'wrong-method': () => 'The path is documented, the method is not',
  'unknown-path': () => 'The path is not documented',
  outside: () => 'The address is not below that of the interface, which ends in /v1',
  'request-too-large': () => 'The body of the request is too large, and was not kept',
  'reply-too-large': () => 'The body of the reply is too large to be shown',
  'undocumented-status': ({ status }) => `The interface names no reply with the status ${status}`,
  reset: () => 'The connection was cut',
  hang: () => 'No answer was sent',
  hold: () => 'The reply was held back; whoever releases it may change it',
  released: (step) => `Released ${held(step)}`,
  changed: (step) => `Changed, and released ${held(step)}`,
  cut: (step) => `Cut ${held(step)}`,
  left: (step) => `The client gave up ${held(step)}`,
}

/** Why a key was refused; nothing for any other step. */
export function keyProblemText(step: Step): string | undefined {
  return step.outcome in keyProblems ? texts[step.outcome](step) : undefined
}

/** What a step says below its title, such as `299 of 300 requests are left in the minute`. */
export function stepText(step: Step): string {
  return `${step.outcome in keyProblems ? 'No valid key: ' : ''}${texts[step.outcome](step)}`
}

/** What a step is called, if not by its own name. */
const titles: Readonly<Record<string, string | undefined>> = {
  scenario: 'Scenario',
  example: 'Example',
  'undocumented-status': 'Status',
  transport: 'Connection',
}

export function stepTitle({ step, outcome }: Step): string {
  return titles[outcome] ?? titles[step] ?? step.replace(/^./, (letter) => letter.toUpperCase())
}

/** A step as a sentence, with its section of the interface. @param result what came of it, if that is known */
export function sentenceOf(step: Step, result?: string): string {
  const { by, operation, outcome, section } = step
  const isTitled = operation !== undefined || outcome === 'scenario' || outcome === 'fault'
  const title = outcome === 'valid' ? `Key ${by}: ` : isTitled ? `${stepTitle(step)} ` : ''
  const text = [`${title}${stepText(step)}`, result].filter(Boolean).join(': ')
  return `${text}${section === undefined ? '' : ` (section ${section})`}.`
}

/** What a step of a call decided; nothing if the call did not come to it. */
export function stepOf({ steps }: { readonly steps: readonly Step[] }, name: Step['step']): Step | undefined {
  return steps.find(({ step }) => step === name)
}

/** The step that decided how a call was answered. */
export function decidingStep({ steps }: { readonly steps: readonly Step[] }): Step | undefined {
  return steps.find(({ decided }) => decided)
}

/** What decided, in a few words of ASCII and without the key. @param refused why the operation refused the call */
export function whyOf(steps: readonly Step[], refused?: string): string {
  const said = steps.filter(({ step, decided }) => decided === true || step === 'situation')
  const reason = refused?.slice(0, 200).replaceAll(/[^ -~]/g, '?')
  return said.map((step) => sentenceOf(step, step.outcome === 'answered' ? reason : undefined)).join(' ')
}
