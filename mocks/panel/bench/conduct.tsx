import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { counted } from '../../../spec/counted.ts'
import { ruleIds, rules } from '../../conduct/conduct.ts'
import type { Rule } from '../../conduct/rule.ts'
import { sandboxPath } from '../../control/client/sandbox-path.ts'
import { usePanel } from '../panel-context.tsx'
import { Badge, Card, Problem, SectionHead, SectionLink } from '../ui/layout.tsx'
import { Text } from '../ui/text.tsx'
import { useResource } from '../use-resource.ts'
import type { Conduct as Judgement } from '../../../spec/made/control-types.ts'

/** The section "Conduct": which rules the client broke, the calls that show it, and how to mend it. */
export function Conduct() {
  const panel = usePanel()
  const { sandbox, view } = panel
  const target = sandboxPath(sandbox, '/conduct')
  // The calls come from elsewhere: their count says when there is more to judge.
  const { value, problem, refresh } = useResource<Judgement>(target, undefined, view?.calls)
  useEffect(() => panel.showRequest({ method: 'GET', target }), [target])
  if (value === undefined && problem !== undefined) return <Problem problem={problem} onRetry={refresh} />
  const findings = value?.findings ?? []
  const kept = ruleIds.filter((id) => !findings.some(({ rule }) => rule === id))
  return (
    <>
      <SectionHead
        title="Conduct"
        about="How the client behaves, judged by the calls of this sandbox as they come. A broken clause is an error, bad manners are a warning."
      >
        <LevelCounts findings={findings} isGood={value !== undefined && value.calls > 0}>
          {value === undefined ? '' : callsText(value)}
        </LevelCounts>
      </SectionHead>
      {findings.map((finding) => (
        <div key={finding.rule} class="card" role="group" aria-label={finding.rule}>
          <RuleHead id={finding.rule} rule={finding}>
            <Badge kind={finding.level === 'error' ? 'bad' : 'warn'}>{finding.level}</Badge>
          </RuleHead>
          <ul class="lined">
            {finding.seen.map(({ text, calls }, index) => (
              <li key={index} class="row">
                <span>
                  <Text>{text}</Text>
                </span>
                <CallLinks calls={calls} />
              </li>
            ))}
          </ul>
          {finding.times > finding.seen.length ? (
            <small>{`And ${counted(finding.times - finding.seen.length, 'more time')}.`}</small>
          ) : null}
          <p>
            <strong>To mend it:</strong> {finding.advice}
          </p>
        </div>
      ))}
      <Card title={findings.length === 0 ? 'What is watched' : 'What else is watched'}>
        <ul class="lined">
          {kept.map((id) => (
            <li key={id}>
              <RuleHead id={id} rule={rules[id]} />
            </li>
          ))}
        </ul>
        <small>
          In a test: <code>await expect(store.sandbox()).toBehave()</code>. In a shell:{' '}
          <code>animal-store mock --conduct</code>.
        </small>
      </Card>
    </>
  )
}

interface RuleHeadProps {
  readonly id: string
  readonly rule: Pick<Rule, 'summary'> & { readonly clause?: string | null }
  readonly children?: ComponentChildren
}

/** A rule and its clause. */
function RuleHead({ id, rule: { summary, clause }, children }: RuleHeadProps) {
  return (
    <div class="row rule">
      {children}
      <span>
        <strong>{`${summary[0]?.toUpperCase()}${summary.slice(1)}.`}</strong> <code>{id}</code>{' '}
        <small>{clause ?? 'good manners'}</small>
      </span>
    </div>
  )
}

function callsText({ calls, lostCalls }: Judgement): string {
  if (calls === 0) return 'No call yet'
  return `${counted(calls, 'call')} judged${lostCalls === 0 ? '' : `, ${lostCalls.toLocaleString('en')} earlier ones are lost`}`
}

/** How many errors and warnings there are. `isGood` says whether it is good that there are none. */
export function LevelCounts(props: { findings: readonly { level: string }[]; isGood: boolean; children: string }) {
  const { findings, isGood, children } = props
  const { error = [], doubtful = [], warning = [] } = Object.groupBy(findings, ({ level }) => level)
  return (
    <p role="status" class="row">
      {error.length > 0 && <Badge kind="bad">{counted(error.length, 'error')}</Badge>}
      {doubtful.length > 0 && <Badge kind="warn">{`${doubtful.length} in doubt`}</Badge>}
      {warning.length > 0 && <Badge kind="warn">{counted(warning.length, 'warning')}</Badge>}
      {isGood && findings.length === 0 && <Badge kind="good">nothing to mend</Badge>}
      <span class="muted">{children}</span>
    </p>
  )
}

/** Links to calls by their numbers. */
export function CallLinks({ calls }: { calls: readonly number[] }) {
  return (
    <>
      {calls.map((number) => (
        <SectionLink key={number} section="bench" detail={String(number)}>
          {`Call ${number}`}
        </SectionLink>
      ))}
    </>
  )
}
