import { sandboxPath, usePanel } from '../../panel-context.tsx'
import { Action } from '../../ui/action.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { counted } from '../../ui/counted.ts'
import { Badge, Card, SectionHead } from '../../ui/layout.tsx'
import type { PlayingView, ScenarioView } from '../../views.ts'
import { usePlayLimits } from './play-limits.tsx'
import { Faults } from './scenarios-faults.tsx'

/** The section "Scenarios": what is being played, every scenario, and every fault. */
export function Scenarios() {
  const { view, sandbox, lists } = usePanel()
  const limits = usePlayLimits()
  const playing = view?.playing ?? []
  const target = sandboxPath(sandbox, '/scenarios')
  return (
    <>
      <SectionHead
        title="Scenarios and faults"
        about="A scenario is a situation that a frontend must survive. A fault breaks one clause of the interface, so that a contract suite has something to find."
      />
      <Playing playing={playing} fault={view?.fault?.id} target={target} />
      <Card title="Play a scenario">
        <div class="form">{limits.fields}</div>
        <ul class="scenario-list">
          {lists.scenarios.map((scenario) => (
            <Scenario
              key={scenario.id}
              scenario={scenario}
              limits={limits}
              target={target}
              isPlaying={playing.some((play) => play.scenario === scenario.id)}
            />
          ))}
        </ul>
      </Card>
      <Faults />
    </>
  )
}

interface PlayingProps {
  readonly playing: PlayingView['playing']
  /** The id of the fault that is on. */
  readonly fault: string | undefined
  readonly target: string
}

/** What is being played now, the first that applies to a call before the others. */
function Playing({ playing, fault, target }: PlayingProps) {
  return (
    <Card title="Playing now">
      <div class="playing-list">
        {playing.length === 0 ? (
          <p class="muted">
            {fault === undefined
              ? 'Nothing: calls are answered as the interface says. For one call alone, ask by a Prefer header.'
              : `No scenario, but calls meet the fault ${fault}: it is on below.`}
          </p>
        ) : (
          <ol class="lined">
            {playing.map((play, index) => (
              <li key={`${index} ${play.scenario}`} class="row">
                <span>
                  <Badge kind="warn">{play.scenario}</Badge>{' '}
                  {play.status === null ? play.summary : `${play.summary}: ${play.status}`}
                  <span class="muted">{`, for ${callsText(play)}`}</span>
                </span>
                <Action
                  request={{ method: 'DELETE', target: `${target}/${encodeURIComponent(play.scenario)}` }}
                  done={`${play.scenario} has ended.`}
                  label={`End ${play.scenario}`}
                >
                  End
                </Action>
              </li>
            ))}
          </ol>
        )}
      </div>
      <div class="row">
        <Action
          request={{ method: 'DELETE', target }}
          done="Every scenario has ended."
          isDisabled={playing.length === 0}
        >
          End all
        </Action>
        <small>If several scenarios match a call, the first one wins. End ends every scenario of that name.</small>
      </div>
    </Card>
  )
}

function callsText({ operation, calls }: { operation: string | null; calls: number | null }): string {
  const of = operation === null ? '' : ` of ${operation}`
  if (calls === null) return `every call${of}`
  return `${counted(calls, 'more call')}${of}`
}

interface ScenarioProps {
  readonly scenario: ScenarioView
  readonly limits: ReturnType<typeof usePlayLimits>
  readonly target: string
  readonly isPlaying: boolean
}

function Scenario({ scenario, limits, target, isPlaying }: ScenarioProps) {
  const { id, section, summary, code, operations } = scenario
  const { operation, isWrong, count } = limits
  const fits = operation === '' || operations === null || operations.some((one) => one === operation)
  const body = { scenario: id, ...(operation === '' ? {} : { operation }), ...count }
  const wish = `Prefer: ${code === null ? `scenario=${id}` : `code=${code}`}`
  const origin = /^[0-9]/.test(section) ? `section ${section}` : section
  return (
    <li class="scenario">
      <div>
        <h3>
          <code>{id}</code> {isPlaying ? <Badge kind="warn">playing</Badge> : null}
        </h3>
        <p>{summary}</p>
        <small>{operations === null ? origin : `${origin}, ${operations.join(', ')} only`}</small>
      </div>
      <Action
        request={{ method: 'POST', target, body }}
        done={`${id} is played from the next call on.`}
        label={`Play ${id}`}
        isDisabled={!fits || isWrong}
      >
        Play
      </Action>
      <span class="wish">
        <code>{wish}</code>
        <CopyButton text={wish} what={`the header ${wish}`} />
      </span>
    </li>
  )
}
