import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { counted } from '../../../../spec/counted.ts'
import type { ControlTypes } from '../../../../spec/made/control-types.ts'
import type { Transport } from '../../../control/client/transport.ts'
import { Bench } from '../bench/bench.tsx'
import type { Calls } from '../bench/calls.ts'
import { shortReason } from '../../../journal-text/short-reason.ts'
import { useFeed } from '../bench/feed.tsx'
import { AnimalsTable } from '../data/animals-table.tsx'
import { type Panel, usePanel } from '../panel-context.tsx'
import { playsNow } from '../situation/plays.ts'
import { Button, Empty } from '../ui/layout.tsx'
import { Text, TextBlock } from '../ui/text.tsx'
import { useResource } from '../use-resource.ts'
import { millisecondsText } from '../../../journal-text/took.ts'
import { leadOf } from './best-call.ts'

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
  const { transport, call, openCall, view } = usePanel()
  const { calls, isLoading } = useFeed()
  const { test, failure } = transport.report ?? {}
  const lead = useMemo(() => leadOf(calls, failure ?? '', view?.animals), [calls, view?.animals])
  const box = useRef<HTMLDetailsElement>(null)
  const openedFirst = useRef<number>(undefined)
  useEffect(() => {
    if (test !== undefined && failure && lead.call) openCall(lead.call.number)
  }, [lead.call])
  useLayoutEffect(() => {
    if (call === undefined) return
    const isFirst = openedFirst.current === undefined
    openedFirst.current ??= call
    // The list has moved to the line of the call. The page begins with the failure, and where there is no room for two, the call is above the list.
    if (isFirst) box.current?.scrollIntoView()
    else if (matchMedia('(width < 56.25rem)').matches)
      box.current?.parentElement?.querySelector('.call-view')?.scrollIntoView()
  }, [call])
  return (
    <>
      {test !== undefined && (
        <details open ref={box} class="failure">
          <summary>
            <h2 class={failure && 'problem'}>
              {failure && '✗ '}
              <Text>{test}</Text>
            </h2>
          </summary>
          {failure && (
            <div>
              <Failure text={failure} />
              {!isLoading && <Then lead={lead} />}
            </div>
          )}
        </details>
      )}
      <Bench />
    </>
  )
}

/** How many lines of a failure are shown at once: what to try stands below them. */
const mostLines = 24

function Failure({ text }: { text: string }) {
  const lines = text.split('\n')
  const rest = lines.slice(mostLines)
  return (
    <div>
      <TextBlock label="How it failed" as="difference">
        {lines.slice(0, mostLines).join('\n')}
      </TextBlock>
      {rest.length > 0 && (
        <details>
          <summary>{counted(rest.length, 'more line')}</summary>
          <TextBlock label="How it failed, the rest" as="difference">
            {rest.join('\n')}
          </TextBlock>
        </details>
      )}
    </div>
  )
}

/** Which call to look at, what to try, what was forced, and what the calls changed. */
function Then({ lead: { call, why, advice } }: { lead: ReturnType<typeof leadOf> }) {
  const panel = usePanel()
  const { elsewhere = [] } = panel.transport.report ?? {}
  const { calls } = useFeed()
  const end = call && (call.response.effect === null ? call.status : shortReason(call))
  const tryThis =
    calls.length === 0 && elsewhere[0] ? `Look at the page of the sandbox ${elsewhere[0].sandbox}.` : advice
  return (
    <dl class="steps">
      <div>
        <dt>Look at</dt>
        <dd>
          {call && (
            <Button class="small" onClick={() => panel.openCall(call.number)}>
              {`call ${call.number}: ${call.method} ${call.target} → ${end}`}
            </Button>
          )}
          {` ${why}`}
          {!call && elsewhereText(elsewhere)}
        </dd>
      </div>
      {tryThis && (
        <div>
          <dt>Try this</dt>
          <dd>{tryThis}</dd>
        </div>
      )}
      <div>
        <dt>Forced</dt>
        <dd>{forcedOn(calls, panel).join(', ') || 'nothing'}</dd>
      </div>
      <div>
        <dt>Animals</dt>
        <dd>{animalsText(calls, panel.view?.animals ?? 0)}</dd>
      </div>
    </dl>
  )
}

/** What was forced on calls, each with its number, and what was on besides. */
function forcedOn(calls: Calls, panel: Panel): readonly string[] {
  const isThrottled = String(panel.view?.latencyMilliseconds ?? 0) !== '0'
  const ofCalls = calls.toReversed().flatMap(({ scenario, fault, number, response: { delayMilliseconds: delay } }) => {
    const delayed = scenario === null && delay > 0 && !isThrottled ? `a delay of ${millisecondsText(delay)}` : null
    return [scenario, fault, delayed].flatMap((what) => (what === null ? [] : [{ what, number }]))
  })
  const still = playsNow(panel)
    .filter(({ text }) => !ofCalls.some(({ what }) => text.includes(what)))
    .map(({ text, summary }) => (/^\d+ choices$/.test(text) ? summary : text))
  return [...ofCalls.map(({ what, number }) => `${what} (call ${number})`), ...still]
}

/** How many animals there were before the calls and after them, and which calls added some. */
function animalsText(calls: Calls, after: number): string {
  const added = calls.filter(({ operation, status }) => operation === 'createPet' && status === 201).toReversed()
  const numbers = added.map(({ number }) => number).join(', ')
  const by = numbers && `; added by ${added.length === 1 ? 'call' : 'the calls'} ${numbers}`
  return `${after - added.length} before, ${after} after${by}`
}

/** Where other calls went, the latest first. */
function elsewhereText(elsewhere: Report['elsewhere'] = []): string {
  const named = elsewhere
    .slice(0, 3)
    .map(({ sandbox, calls }) => `${counted(calls, 'call')} went to the sandbox ${sandbox}`)
  const more = elsewhere.length - named.length
  return named.length === 0 ? '' : ` ${named.join(', ')}${more > 0 ? `, and others to ${more} more` : ''}.`
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
