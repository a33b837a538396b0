import { useEffect, useState } from 'preact/hooks'
import { counted } from '../../../../spec/counted.ts'
import type { RequestError } from '../../../control/client/transport.ts'
import { interfaceCurl } from '../../curl.ts'
import { usePanel } from '../../panel-context.tsx'
import { ShellLine } from '../../ui/shell-line.tsx'
import { visibleText } from '../../visible-text.ts'
import { type PreviewOptions, callOfStep, diffLines, previewSilence } from './silence-preview.ts'
import type { SampleCall } from './silence-samples.ts'

const marks = { went: ['del', '−'], came: ['ins', '+'], both: ['span', ' '] } as const

/** A sample of calls, and how their replies differ between two choices. It is sent once, when this is first shown. */
export function Difference(options: Omit<PreviewOptions, 'transport'>) {
  const { transport, sandbox } = usePanel()
  const [comparisons, setComparisons] = useState<Awaited<ReturnType<typeof previewSilence>>>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    previewSilence({ ...options, transport }).then(setComparisons, (error: RequestError) => setProblem(error.message))
  }, [])
  if (comparisons === undefined)
    return <p role={problem ? 'alert' : 'status'}>{problem ?? 'Waiting for the replies …'}</p>
  const steps = comparisons.map(({ step, before, after }) => ({ step, lines: diffLines(before, after) }))
  const differing = steps.flatMap(({ lines }) => lines.filter(({ side }) => side !== 'both')).length
  return (
    <>
      <p role="status" class="muted">
        {differing === 0
          ? 'No difference: with the other choices of this sandbox, both answer alike.'
          : `Difference: ${counted(differing, 'line')} (− ${visibleText(options.before)}, + ${visibleText(options.after)}). Sent in a sandbox of its own, which is gone again.`}
      </p>
      {steps.map(({ step, lines }, index) =>
        'says' in step ? (
          <p key={index}>{step.says}</p>
        ) : (
          <figure key={index} class="stack">
            <figcaption>
              <ShellLine line={lineOf(step, transport.origin, sandbox)} what={`the line of call ${index + 1}`} />
              {step.times && <small>{`Sent ${step.times} times; this is the last reply.`}</small>}
            </figcaption>
            <pre role="group" aria-label={`Replies to ${step.method} ${step.target}`}>
              {lines.map(({ side, text }, line) => {
                const [Line, sign] = marks[side]
                return (
                  <Line key={line}>
                    <b>{`${sign} `}</b>
                    <span>{visibleText(text)}</span>
                  </Line>
                )
              })}
            </pre>
          </figure>
        ),
      )}
    </>
  )
}

/** The line for a shell that sends the call to the sandbox that is looked at. */
function lineOf(step: SampleCall, origin: string, sandbox: string): string {
  const call = callOfStep(step, sandbox)
  if (step.bodyCommand === undefined) return interfaceCurl(origin, call)
  return `${step.bodyCommand} | ${interfaceCurl(origin, { ...call, body: undefined })} --data-binary @-`
}
