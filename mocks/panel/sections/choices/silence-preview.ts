import { type SilenceId, readJson, writeJson } from '../../../../spec/index.ts'
import type { InterfaceCall, InterfaceReply, Transport } from '../../../control/client/transport.ts'
import { keyIn } from '../../../keys/keys.ts'
import { type SampleCall, type SampleStep, sampleAnimals, sampleInstant, sampleSteps } from './silence-samples.ts'

export interface PreviewOptions {
  readonly transport: Pick<Transport, 'send' | 'call'>
  readonly silence: SilenceId
  /** The choice for every other silence. */
  readonly profile: Readonly<Record<string, string>>
  readonly before: string
  readonly after: string
}

/**
 * Plays a sample under two choices for a silence, each in a sandbox of its own that is forgotten afterwards: the sandbox
 * that a person looks at does not change.
 * @returns each step, with the lines of the replies to it under each choice
 */
export async function previewSilence(options: PreviewOptions) {
  const { silence, before, after } = options
  const steps = sampleSteps(silence, [before, after])
  const one = await playSample(options, steps, before)
  const other = await playSample(options, steps, after)
  return steps.map((step, index) => ({ step, before: one[index] ?? [], after: other[index] ?? [] }))
}

/** The call of a step, in the sandbox of that name. */
export function callOfStep({ method, target, key, headers, body }: SampleCall, sandbox: string): InterfaceCall {
  const authorization = `Bearer ${keyIn(sandbox, key)}`
  return { method, target, headers: { authorization, ...headers }, ...(body === undefined ? {} : { body }) }
}

/** Sandboxes whose names begin so are those of a preview. */
export const previewPrefix = 'panel-preview-'

/** The replies to the steps of a sample under one choice. */
async function playSample(
  { transport, silence, profile }: PreviewOptions,
  steps: readonly SampleStep[],
  choice: string,
): Promise<readonly (readonly string[])[]> {
  const name = `${previewPrefix}${Math.floor(Math.random() * 1e9).toString(36)}`
  const target = `/_mock/sandboxes/${name}`
  const put = (part: string, body: object) => transport.send({ method: 'PUT', target: `${target}/${part}`, body })
  const state = Object.entries({ ...profile, [silence]: choice, clock: `frozen@${sampleInstant}` })
  const replies: (readonly string[])[] = []
  try {
    // A mock may begin with a scenario or a fault in every sandbox; a link leaves neither.
    const link = state.map(([part, value]) => `${part}=${encodeURIComponent(value)}`).join('&')
    await put('link', { link, animals: sampleAnimals })
    for (const step of steps) {
      if ('changes' in step) {
        await put(step.changes, step.changes === 'quotas' ? { key: keyIn(name, 'test_pro'), ...step.body } : step.body)
        replies.push([])
        continue
      }
      const call = callOfStep(step, name)
      for (let sent = 1; sent < (step.times ?? 1); sent++) await transport.call(call)
      replies.push(replyLines(await transport.call(call)))
    }
  } finally {
    await transport.send({ method: 'DELETE', target }).catch(() => undefined)
  }
  return replies
}

// Headers of the connection or of the moment, and what the body says anyway.
const irrelevant = /^(?:date|connection|keep-alive|content-length|transfer-encoding|vary|access-control-.*)$/i

/** A reply as lines to compare: status, headers, and the body with each value on a line of its own. */
function replyLines({ status, headers, body }: InterfaceReply): readonly string[] {
  const shown = headers.filter(([name]) => !irrelevant.test(name)).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP ${status}`, ...shown, ...bodyLines(body)]
}

function bodyLines(body: string): readonly string[] {
  const reading = readJson(body)
  if (!reading.ok) return (body || '(no body)').split('\n')
  const { value } = reading
  // Lists are easier to compare with an animal on a line than with a member on a line.
  const isList = Array.isArray(value) && value.length > 0
  return isList ? ['[', ...value.map((item) => `  ${writeJson(item)}`), ']'] : writeJson(value, 2).split('\n')
}

/** Two texts as one, each line in the first alone, in the second alone, or in both. */
export function diffLines(before: readonly string[], after: readonly string[]) {
  const lines: { readonly side: 'went' | 'came' | 'both'; readonly text: string }[] = []
  let left = 0
  let right = 0
  const takeUntil = (leftEnd: number, rightEnd: number) => {
    for (const text of before.slice(left, leftEnd)) lines.push({ side: 'went', text })
    for (const text of after.slice(right, rightEnd)) lines.push({ side: 'came', text })
  }
  for (const [at, text] of after.entries()) {
    const found = before.indexOf(text, left)
    if (found === -1) continue
    takeUntil(found, at)
    lines.push({ side: 'both', text })
    left = found + 1
    right = at + 1
  }
  takeUntil(before.length, after.length)
  return lines
}
