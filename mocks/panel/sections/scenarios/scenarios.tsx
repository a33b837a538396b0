import { useState } from 'preact/hooks'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import { Action } from '../../ui/action.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Choice, TextField } from '../../ui/field.tsx'
import { Badge, Card, SectionHead } from '../../ui/layout.tsx'
import type { PlayingView, ScenarioView } from '../../views.ts'
import { Faults } from './scenarios-faults.tsx'

/** The section "Scenarios": what is being played, every scenario, and every fault. */
export function Scenarios() {
  const { view, sandbox, lists } = usePanel()
  const [operation, setOperation] = useState('')
  const [calls, setCalls] = useState('')
  const playing = view?.playing ?? []
  const target = sandboxPath(sandbox, '/scenarios')
  return (
    <>
      <SectionHead
        title="Scenarios and faults"
        about="A scenario is a situation that a frontend must survive. A fault breaks one clause of the interface, so that a contract suite has something to find."
      />
      <Playing playing={playing} fault={view?.fault?.id} target={target} />
      <Card title="Play a scenario" class="scenarios">
        <div class="form">
          <Choice
            label="Which calls"
            options={[
              { value: '', text: 'calls of any operation' },
              ...lists.operations.map(({ id }) => ({ value: id, text: `calls of ${id} only` })),
            ]}
            value={operation}
            onChange={setOperation}
          />
          <TextField
            label="For how many calls"
            problem={calls === '' || isCount(calls) ? undefined : 'A whole number from 1 on, or nothing.'}
            class="calls-input"
            type="text"
            inputMode="numeric"
            placeholder="until it is ended"
            value={calls}
            onValue={(value) => setCalls(value.trim())}
          />
        </div>
        <ul class="scenario-list">
          {lists.scenarios.map((scenario) => (
            <Scenario
              key={scenario.id}
              scenario={scenario}
              operation={operation}
              calls={calls}
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

function isCount(text: string): boolean {
  return /^[1-9][0-9]{0,14}$/.test(text)
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
    <Card title="Playing now" class="playing">
      <div class="playing-list">
        {playing.length === 0 ? (
          <p class="muted">
            {fault === undefined
              ? 'Nothing: calls are answered as the interface says. For one call alone, ask by a Prefer header.'
              : `No scenario, but calls meet the fault ${fault}: it is on below.`}
          </p>
        ) : (
          <ol>
            {playing.map((play, index) => (
              <li key={`${index} ${play.scenario}`}>
                <Badge kind="warn">{play.scenario}</Badge>
                <Action
                  request={{ method: 'DELETE', target: `${target}/${encodeURIComponent(play.scenario)}` }}
                  done={`${play.scenario} has ended.`}
                  label={`End ${play.scenario}`}
                >
                  End
                </Action>
                <span>
                  {play.status === null ? play.summary : `${play.summary}: ${play.status}`}
                  <span class="muted">{`, for ${befallen(play)}`}</span>
                </span>
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
        <small>Of several, a call meets the first that is for it. End ends all of that name.</small>
      </div>
    </Card>
  )
}

function befallen({ operation, calls }: { operation: string | null; calls: number | null }): string {
  const of = operation === null ? '' : ` of ${operation}`
  if (calls === null) return operation === null ? 'every call' : `every call${of}`
  return calls === 1 ? `1 more call${of}` : `${calls.toLocaleString('en')} more calls${of}`
}

interface ScenarioProps {
  readonly scenario: ScenarioView
  /** The operation that was chosen; empty for any. */
  readonly operation: string
  /** How many calls, as it was typed; empty for no end. */
  readonly calls: string
  readonly target: string
  readonly isPlaying: boolean
}

function Scenario({ scenario, operation, calls, target, isPlaying }: ScenarioProps) {
  const { id, section, summary, code, operations } = scenario
  const fits = operation === '' || operations === null || operations.some((one) => one === operation)
  const count = isCount(calls) ? { calls: Number(calls) } : {}
  const limits = { ...(operation === '' ? {} : { operation }), ...count }
  const wish = `Prefer: ${code === null ? `scenario=${id}` : `code=${code}`}`
  return (
    <li class={isPlaying ? 'scenario playing-now' : 'scenario'}>
      <div class="scenario-words">
        <h3>
          <code>{id}</code> {isPlaying ? <Badge kind="warn">playing</Badge> : null}
        </h3>
        <p>{summary}</p>
        <p class="muted scenario-origin">
          {sectionText(section)}
          {operations === null ? '' : `, ${operations.join(', ')} only`}
        </p>
      </div>
      <Action
        request={{ method: 'POST', target, body: { scenario: id, ...limits } }}
        done={`${id} is played from the next call on.`}
        label={`Play ${id}`}
        isDisabled={!fits || (calls !== '' && !isCount(calls))}
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

function sectionText(section: string): string {
  return /^[0-9]/.test(section) ? `section ${section}` : section
}
