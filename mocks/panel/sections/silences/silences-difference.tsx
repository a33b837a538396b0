import { useEffect, useState } from 'preact/hooks'
import type { SilenceId } from '../../../../spec/index.ts'
import { defaultSandboxName } from '../../../keys/keys.ts'
import { interfaceCurl } from '../../curl.ts'
import { usePanel } from '../../panel-context.tsx'
import type { InterfaceCall, PanelError } from '../../transport/transport.ts'
import { counted } from '../../ui/counted.ts'
import { Choice } from '../../ui/field.tsx'
import { visibleText } from '../../visible-text.ts'
import { type Comparison, callOfStep, diffLines, previewSilence } from './silence-preview.ts'
import { type SampleCall, type SampleStep, sampleSteps } from './silence-samples.ts'

interface DifferenceProps {
  readonly id: SilenceId
  /** The choices that can be compared. */
  readonly values: readonly string[]
  readonly profile: Readonly<Record<string, string>>
  readonly before: string
  readonly after: string
  readonly isPlayedAtOnce: boolean
}

interface Result {
  readonly comparisons: readonly Comparison[]
  readonly before: string
  readonly after: string
}

/** A sample of calls, and how their replies differ between two choices. */
export function Difference({ id, values, profile, before: first, after: second, isPlayedAtOnce }: DifferenceProps) {
  const panel = usePanel()
  const { transport, sandbox } = panel
  const [before, setBefore] = useState(first)
  const [after, setAfter] = useState(second)
  const [result, setResult] = useState<Result>()
  const [problem, setProblem] = useState<string>()
  const steps = sampleSteps(id, [before, after])
  const play = async () => {
    try {
      const comparisons = await previewSilence({ transport, silence: id, profile, before, after })
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
    const call = steps.findLast((step) => 'target' in step)
    if (call !== undefined) panel.showLine(lineOf(call, transport.origin, sandbox))
  }
  const options = values.map((value) => ({ value, text: visibleText(value) }))
  // What was sent for two other choices may come late.
  const current = result?.before === before && result.after === after ? result : undefined
  return (
    <div class="stack difference">
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
        <ol class="muted sample-steps" aria-label="What is sent to see it">
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

function Replies({ comparisons, before, after }: Result) {
  const replies = comparisons.map((one) => ({ ...one, lines: diffLines(one.before, one.after) }))
  const differing = replies.flatMap(({ lines }) => lines.filter(({ side }) => side !== 'both')).length
  return (
    <>
      <p role="status" class="muted">
        {differing === 0
          ? 'No difference: with the other choices of this sandbox, both answer alike.'
          : `Difference: ${counted(differing, 'line')} (− ${visibleText(before)}, + ${visibleText(after)}). Sent in a sandbox of its own, which is gone again.`}
      </p>
      {replies.map(({ call, times, lines }, index) => (
        <figure key={index} class="stack">
          <figcaption>
            <code>{callText(call)}</code>
            {times > 1 ? <small>{`, the last of ${times}`}</small> : null}
          </figcaption>
          <div class="diff" role="group" aria-label={`Replies to ${call.method} ${call.target}`}>
            {lines.map(({ side, text }, line) => (
              <code key={line} class={side}>
                {side === 'both' ? null : (
                  <>
                    <span class="visually-hidden">{side === 'went' ? 'Before: ' : 'After: '}</span>
                    <span class="sign" aria-hidden="true">
                      {side === 'went' ? '−' : '+'}
                    </span>
                  </>
                )}
                {visibleText(text)}
              </code>
            ))}
          </div>
        </figure>
      ))}
    </>
  )
}

/** A step in words, the calls as a client would send them. */
function stepText(step: SampleStep) {
  if ('says' in step) return step.says
  return (
    <>
      <code>{callText(callOfStep(step, defaultSandboxName))}</code>
      {step.key === 'test_pro' ? null : <small>{` with the key ${step.key}`}</small>}
      {step.times === undefined ? null : <small>{`, ${step.times} times`}</small>}
    </>
  )
}

const mostShown = 60

function callText({ method, target, headers, body = '' }: InterfaceCall): string {
  const type = headers['content-type'] ?? 'application/json'
  const text = body.length > mostShown ? `${body.slice(0, 24)}… (${body.length.toLocaleString('en')} characters)` : body
  return [`${method} ${target}`, type === 'application/json' ? '' : type, text].filter(Boolean).join('  ')
}

/** The line for a shell that sends the call to the sandbox that is looked at. */
function lineOf(step: SampleCall, origin: string, sandbox: string): string {
  const call = callOfStep(step, sandbox)
  if (step.bodyCommand === undefined) return interfaceCurl(origin, call)
  return `${step.bodyCommand} | ${interfaceCurl(origin, { ...call, body: undefined })} --data-binary @-`
}
