import { useEffect, useState } from 'preact/hooks'
import type { SilenceId } from '../../../../spec/index.ts'
import { defaultSandboxName } from '../../../world/keys.ts'
import { interfaceCurl } from '../../curl.ts'
import { usePanel } from '../../panel-context.tsx'
import type { PanelError } from '../../transport/transport.ts'
import { Choice } from '../../ui/field.tsx'
import { visibleText } from '../../visible-text.ts'
import { type Comparison, alignLines, callOfStep, previewSilence } from './silence-preview.ts'
import { type SampleStep, silenceSamples } from './silence-samples.ts'

interface DifferenceProps {
  /** The silence, by its id. */
  readonly id: string
  /** The choices that can be compared. */
  readonly values: readonly string[]
  readonly profile: Readonly<Record<string, string>>
  readonly before: string
  readonly after: string
  readonly isPlayedAtOnce: boolean
}

/** A sample of calls, and how their replies differ between two choices. */
export function Difference({ id, values, profile, before: first, after: second, isPlayedAtOnce }: DifferenceProps) {
  const panel = usePanel()
  const { transport, sandbox } = panel
  const [before, setBefore] = useState(first)
  const [after, setAfter] = useState(second)
  const [result, setResult] = useState<Result>()
  const [problem, setProblem] = useState<string>()
  const sample = silenceSamples[id as SilenceId]
  const steps = sample.steps([before, after])
  const play = async () => {
    try {
      const comparisons = await previewSilence({ transport, sample, silence: id, profile, before, after })
      setResult({ comparisons, before, after })
      setProblem(undefined)
    } catch (error) {
      setProblem((error as PanelError).message)
    }
  }
  useEffect(() => {
    if (isPlayedAtOnce) void play()
  }, [])
  const showLine = () => {
    const call = steps.findLast((step) => step.does === 'call')
    if (call !== undefined) panel.showLine(lineOf(call, transport.origin, sandbox))
  }
  const options = values.map((value) => ({ value, text: visibleText(value) }))
  // What was sent for two other choices may come late.
  const current = result?.before === before && result.after === after ? result : undefined
  return (
    <div class="difference">
      <div class="form">
        <Choice label="From" options={options} value={before} onChange={setBefore} />
        <Choice label="To" options={options} value={after} onChange={setAfter} />
        <button
          type="button"
          class="button"
          aria-label={`Show the difference for ${id}`}
          onPointerEnter={showLine}
          onFocus={showLine}
          onClick={() => void play()}
        >
          Show the difference
        </button>
      </div>
      {problem === undefined ? null : (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {current === undefined ? (
        <ol class="sample-steps" aria-label="What is sent to see it">
          {steps.map((step, index) => (
            <li key={index}>{stepText(step)}</li>
          ))}
        </ol>
      ) : (
        <Replies {...current} />
      )}
    </div>
  )
}

interface Result {
  readonly comparisons: readonly Comparison[]
  readonly before: string
  readonly after: string
}

function Replies({ comparisons, before, after }: Result) {
  const replies = comparisons.map((comparison) => ({
    ...comparison,
    rows: alignLines(comparison.before, comparison.after),
  }))
  const differing = replies.flatMap(({ rows }) => rows.filter((row) => row.before !== row.after)).length
  return (
    <>
      <p role="status" class="muted">
        {differing === 0
          ? 'No line differs: with what else this sandbox chooses, both answer alike.'
          : `${differing === 1 ? 'One line differs' : `${differing} lines differ`}. Sent in a sandbox of its own, forgotten since.`}
      </p>
      {replies.map(({ call, times, rows }, index) => (
        <figure key={index} class="reply-difference">
          <figcaption>
            <code>{callText(call)}</code>
            {times > 1 ? <small>{`, the last of ${times}`}</small> : null}
          </figcaption>
          <div class="diff-row diff-head" aria-hidden="true">
            <span>{visibleText(before)}</span>
            <span>{visibleText(after)}</span>
          </div>
          <div class="diff" role="group" aria-label={`Replies to ${call.method} ${call.target}`}>
            {rows.map((row, line) => (
              <DifferenceRow key={line} before={row.before} after={row.after} />
            ))}
          </div>
        </figure>
      ))}
    </>
  )
}

function DifferenceRow({ before, after }: { before: string | undefined; after: string | undefined }) {
  if (before === after) {
    return (
      <div class="diff-row">
        <code>{visibleText(before ?? '')}</code>
        {/* The same again, for the eye. */}
        <code class="again" aria-hidden="true">
          {visibleText(after ?? '')}
        </code>
      </div>
    )
  }
  return (
    <div class="diff-row differs">
      <Side text={before} sign="−" name="Before: " />
      <Side text={after} sign="+" name="After: " />
    </div>
  )
}

function Side({ text, sign, name }: { text: string | undefined; sign: string; name: string }) {
  if (text === undefined) return <code class="nothing" />
  return (
    <code class={sign === '+' ? 'came' : 'went'}>
      <span class="visually-hidden">{name}</span>
      <span class="sign" aria-hidden="true">
        {sign}
      </span>
      {visibleText(text)}
    </code>
  )
}

/** A step in words, the calls as a client would send them. */
function stepText(step: SampleStep) {
  if (step.does === 'clock') return `It is ${step.at.slice(0, 10)}.`
  if (step.does === 'quota') return quotaText(step.change)
  return (
    <>
      <code>{callText(callOfStep(step, defaultSandboxName))}</code>
      {step.key === 'test_pro' ? null : <small>{` with the key ${step.key}`}</small>}
      {step.times === undefined ? null : <small>{`, ${step.times} times`}</small>}
    </>
  )
}

function quotaText({ remaining, dayUsed, bannedForSeconds }: Readonly<Record<string, number>>): string {
  if (remaining !== undefined) return 'The key has no request left.'
  if (bannedForSeconds !== undefined) return 'The key is banned for five minutes.'
  return `The key has used ${dayUsed?.toLocaleString('en') ?? 0} requests of its day.`
}

const mostShown = 60

function callText({ method, target, headers, body = '' }: ReturnType<typeof callOfStep>): string {
  const type = headers['content-type']
  const label = type === undefined || type === 'application/json' ? '' : `  ${type}`
  const text = body.length > mostShown ? `${body.slice(0, 24)}… (${body.length.toLocaleString('en')} characters)` : body
  return `${method} ${target}${label}${text === '' ? '' : `  ${text}`}`
}

/** The line for a shell that sends the call to the sandbox that is looked at. */
function lineOf(step: Extract<SampleStep, { does: 'call' }>, origin: string, sandbox: string): string {
  const call = callOfStep(step, sandbox)
  if (step.bodyCommand === undefined) return interfaceCurl(origin, call)
  const { body: _, ...rest } = call
  return `${step.bodyCommand} | ${interfaceCurl(origin, rest)} --data-binary @-`
}
