import { counted } from '../../../spec/counted.ts'
import { usePanel } from '../panel-context.tsx'
import { Action } from '../ui/action.tsx'
import { CopyButton } from '../ui/text.tsx'
import { Badge, Card, SectionHead, Table } from '../ui/layout.tsx'
import type { Scenario } from '../../../spec/made/control-types.ts'
import { Faults } from './scenarios-faults.tsx'
import { usePlayLimits } from './play-limits.tsx'

/** The section "Scenarios": every scenario, what is being played, and every fault. */
export function Scenarios() {
  const { view, lists, to } = usePanel()
  const { fields, operation, isWrong, limits } = usePlayLimits()
  const playing = view?.playing ?? []
  const isFor = ({ operations }: Scenario) => operation === '' || operations?.some((one) => one === operation) !== false
  return (
    <>
      <SectionHead
        title="Scenarios and faults"
        about="A scenario is a situation that a frontend must survive. A fault breaks one clause of the interface, so that a contract suite has something to find."
      >
        <Action
          text="End all"
          request={to('DELETE', '/scenarios')}
          done="Every scenario has ended."
          isDisabled={playing.length === 0}
        />
      </SectionHead>
      <Card title="Play a scenario" class="scenarios">
        <div class="form">{fields}</div>
        <Table label="Scenarios" heads={['Play', 'Scenario', 'For one call', 'What happens']}>
          {lists.scenarios.map((scenario) => (
            <tr key={scenario.id} class={playing.some((play) => play.scenario === scenario.id) ? 'is-playing' : ''}>
              <td>
                <Action
                  text="Play"
                  label={`Play ${scenario.id}`}
                  request={to('POST', '/scenarios', { scenario: scenario.id, ...limits })}
                  done={`${scenario.id} is played from the next call on.`}
                  isDisabled={isWrong || !isFor(scenario)}
                />
              </td>
              <ScenarioCells {...scenario} />
            </tr>
          ))}
        </Table>
      </Card>
      <Card title="Playing now" class="playing">
        {playing.length === 0 ? (
          <p class="muted">
            {view?.fault
              ? `No scenario, but the fault ${view.fault.id} below is active.`
              : 'Nothing: the mock answers as the interface says. To play a scenario for one call only, send its Prefer header.'}
          </p>
        ) : (
          <ol class="lined">
            {playing.map(({ scenario, status, summary, operation: of, calls }, index) => (
              <li key={`${index} ${scenario}`} class="row">
                <span>
                  <Badge kind="warn">{scenario}</Badge> {status === null ? summary : `${summary}: ${status}`}
                  <span class="muted">
                    {`, for ${calls === null ? 'every call' : counted(calls, 'more call')}${of === null ? '' : ` of ${of}`}`}
                  </span>
                </span>
                <Action
                  text="End"
                  label={`End ${scenario}`}
                  request={to('DELETE', `/scenarios/${encodeURIComponent(scenario)}`)}
                  done={`${scenario} has ended.`}
                />
              </li>
            ))}
          </ol>
        )}
        <small>
          If several scenarios match a call, the first one in this list is played. “End” ends all scenarios of that
          name.
        </small>
      </Card>
      <Faults />
    </>
  )
}

function ScenarioCells({ id, section, summary, code, operations }: Scenario) {
  const wish = `Prefer: ${code === null ? `scenario=${id}` : `code=${code}`}`
  const origin = /^[0-9]/.test(section) ? `section ${section}` : section
  return (
    <>
      <th scope="row" class="grows">
        <code>{id}</code>
      </th>
      <td>
        {/* Where it is left out, the button says which header it copies. */}
        <code class="extra">{wish}</code> <CopyButton text={wish} what={`the header ${wish}`} />
      </td>
      <td class="wide">
        {summary} <small>{operations === null ? origin : `${origin}, ${operations.join(', ')} only`}</small>
      </td>
    </>
  )
}
