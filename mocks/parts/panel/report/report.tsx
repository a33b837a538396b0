import { useEffect } from 'preact/hooks'
import { counted } from '../../../../spec/counted.ts'
import type { ControlTypes } from '../../../../spec/made/control-types.ts'
import type { Transport } from '../../../control/client/transport.ts'
import { Bench } from '../bench/bench.tsx'
import { reasonLine } from '../../../journal-text/short-reason.ts'
import { useFeed } from '../bench/feed.tsx'
import { AnimalsTable } from '../data/animals-table.tsx'
import { usePanel } from '../panel-context.tsx'
import { Button, Empty } from '../ui/layout.tsx'
import { Text, TextBlock } from '../ui/text.tsx'
import { useResource } from '../use-resource.ts'
import { type BestCall, bestCall, tryNext } from './best-call.ts'

type Report = NonNullable<Transport['report']>

/** Which moment a report shows, and what it leaves out. */
export function ReportLine({ report: { at, leftOut } }: { report: Report }) {
  const missing = Object.entries({ call: leftOut.calls, animal: leftOut.animals })
    .filter(([, count]) => count > 0)
    .map(([what, count]) => counted(count, what))
  return (
    <p class="bar muted">
      <time dateTime={at}>{`Recorded ${at.slice(0, 16).replace('T', ' ')} UTC, read only.`}</time>
      {missing.length > 0 && <span>{`Left out: ${missing.join(', ')}.`}</span>}
    </p>
  )
}

/** What a test that failed leaves: first how it failed, then its calls. */
export function CallsThen() {
  const { transport, openCall } = usePanel()
  const { calls, isLoading } = useFeed()
  const { test, failure } = transport.report ?? {}
  const best = failure ? bestCall(calls, failure) : undefined
  useEffect(() => {
    // Where there is no room for two, the call would lie over how the test failed.
    const isWide = matchMedia('(width >= 56.25rem)').matches
    if (test !== undefined && best !== undefined && isWide) openCall(best.call.number)
  }, [best?.call])
  return (
    <>
      {test !== undefined && (
        <details open class={failure ? 'failure is-red' : 'failure'}>
          <summary>
            <h2>
              {failure && '✗ '}
              <Text>{test}</Text>
            </h2>
          </summary>
          {failure && (
            <div>
              <TextBlock label="How it failed" as="difference">
                {failure}
              </TextBlock>
              {!isLoading && <Then best={best} />}
            </div>
          )}
        </details>
      )}
      <Bench />
    </>
  )
}

/** Which call to look at, and what to try. */
function Then({ best }: { best: BestCall | undefined }) {
  const { openCall } = usePanel()
  const call = best?.call
  const { calls } = useFeed()
  return (
    <dl class="steps">
      <div>
        <dt>Look at</dt>
        {call ? (
          <dd>
            <Button class="small" onClick={() => openCall(call.number)}>
              {`call ${call.number}: ${call.method} ${call.target} → ${call.response.effect ?? call.status}`}
            </Button>
            {` ${reasonLine(call)}`}
          </dd>
        ) : (
          <dd>{calls.length > 0 ? 'No call stands out: none holds what the test received.' : 'No call came.'}</dd>
        )}
      </div>
      <div>
        <dt>Try this</dt>
        <dd>{tryNext(best, calls.length)}</dd>
      </div>
    </dl>
  )
}

/** The animals: the tab "Data" of a report. */
export function AnimalsThen() {
  const { to } = usePanel()
  const { value } = useResource<ControlTypes['listAnimals']['reply']>(to('GET', '/animals').target)
  if (value === undefined) return null
  if (value.total === 0) return <Empty title="There was no animal." />
  return (
    <div class="listing">
      <div class="table-box">
        <AnimalsTable pets={value.animals} />
      </div>
    </div>
  )
}
