import { useEffect, useState } from 'preact/hooks'
import { counted } from '../../../spec/counted.ts'
import type { ProxyFinding, ProxyFindings } from '../../../spec/index.ts'
import { usePanel } from '../panel-context.tsx'
import { Badge, Empty, SectionHead } from '../ui/layout.tsx'
import { ShellLine, Text } from '../ui/text.tsx'
import { CallLinks, LevelCounts } from './conduct.tsx'

/** The section "Findings" of a proxy: which clauses the deployment broke, and the calls that show it. */
export function Findings() {
  const panel = usePanel()
  const { transport } = panel
  const [found, setFound] = useState<ProxyFindings>()
  useEffect(() => {
    panel.showRequest({ method: 'GET', target: '/_mock/findings' })
    const onEvent = (data: string) => setFound(JSON.parse(data) as ProxyFindings)
    return transport.watch('/_mock/findings/events', { onEvent, onState: () => undefined })
  }, [transport])
  if (found === undefined) return <div aria-busy="true" />
  const { deployment, judged, leftOut, findings } = found
  return (
    <>
      <SectionHead title="Findings" about={`What ${deployment} broke, judged by its answers as they come.`}>
        <LevelCounts findings={findings} isGood={judged > 0}>
          {judged === 0 ? 'No answer yet' : `${counted(judged, 'answer')} judged`}
        </LevelCounts>
      </SectionHead>
      {findings.map(({ level, clause, text, operation, expected, received, reading, doubt, times, calls, curl }) => (
        <div key={clause + operation} class="card" role="group" aria-label={`${clause} ${operation}`}>
          <div class="row rule">
            <Badge kind={level === 'error' ? 'bad' : 'warn'}>{level}</Badge>
            <span>
              <strong>{text}</strong> <code>{clause}</code> <small>{operation}</small>
            </span>
          </div>
          <dl class="headers-view">
            {Object.entries({
              Expected: expected,
              Received: received,
              'Defended by': reading,
              'Settled by': doubt?.settledBy ?? null,
            }).map(
              ([what, said]) =>
                said !== null && (
                  <div key={what}>
                    <dt>{what}</dt>
                    <dd>
                      <Text>{said}</Text>
                    </dd>
                  </div>
                ),
            )}
            <div>
              <dt>Seen</dt>
              <dd>
                {seenText(times, doubt)} <CallLinks calls={calls} />
              </dd>
            </div>
          </dl>
          <ShellLine line={curl} what="the line that shows it" />
        </div>
      ))}
      {findings.length === 0 && (
        <Empty title={judged === 0 ? 'Nothing went through yet.' : 'Every answer kept the contract so far.'}>
          <p>{judged === 0 ? 'Send calls to the proxy.' : 'What the clients did is under Conduct.'}</p>
        </Empty>
      )}
      {Object.entries(leftOut).map(([reason, count]) => (
        <p key={reason} class="muted">{`${counted(count, 'call')} not judged: ${reason}.`}</p>
      ))}
    </>
  )
}

function seenText(times: number, doubt: ProxyFinding['doubt']): string {
  const over = doubt === null || times === 1 ? '' : ` in ${(doubt.lastedMilliseconds / 1000).toFixed(1)} seconds`
  return counted(times, 'time') + over
}
