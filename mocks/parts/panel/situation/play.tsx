import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Lists, Scenario } from '../../../../spec/made/control-types.ts'
import { counted } from '../../../../spec/counted.ts'
import { isObject } from '../../../../spec/index.ts'
import { usePanel } from '../panel-context.tsx'
import { Action, type ActionProps } from '../ui/action.tsx'
import { Options, SearchField } from '../ui/field.tsx'
import { FileForm, jsonOf } from '../ui/file-form.tsx'
import { RequestForm } from '../ui/form.tsx'
import { Button, toneOf } from '../ui/layout.tsx'
import { Roving } from '../ui/roving.tsx'
import { hasWords, visibleText } from '../visible-text.ts'
import { useOften } from './often.tsx'
import { byUse, columnOf, wordsOf } from './spoken.ts'
import { isPossible, switchOf } from './switch.ts'

const kinds = ['scenarios', 'faults', 'choices'] as const

/** What a call could meet: the situations that people want, and a search over all others, faults and choices included. */
export function Play() {
  const { lists, detail } = usePanel()
  const clauses = new Map(lists.clauses.map(({ id, text }) => [id, text]))
  const { field, calls } = useOften('until stopped')
  const [operation, setOperation] = useState<string | null>(null)
  const [kind, setKind] = useState<(typeof kinds)[number]>('scenarios')
  const [search, setSearch] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const [wanted, id] = detail?.split(' ') ?? []
    const found = kinds.find((one) => one === wanted)
    if (found === undefined) return
    setKind(found)
    setSearch(id ?? '')
    // After the panel, which goes to the top of a section that it comes to.
    queueMicrotask(() => heading.current?.focus())
  }, [detail])
  const scope = { operation, calls }
  const scenarios = byUse(lists.scenarios)
  const isRest = ({ id, summary }: Scenario) =>
    search === '' ? columnOf(id) === undefined : hasWords(`${id} ${summary} ${wordsOf(id)}`, search)
  const found = {
    scenarios: scenarios.filter(isRest),
    faults: lists.faults.filter(({ id, clause, summary }) =>
      hasWords(`${id} ${clause} ${summary} ${clauses.get(clause)}`, search),
    ),
    choices: lists.silences.filter((silence) => hasWords(JSON.stringify(silence), search)),
  }
  const rows = {
    scenarios: () => found.scenarios.map((one) => <ScenarioRow key={one.id} scenario={one} {...scope} />),
    faults: () => <FaultRows found={found.faults} clauses={clauses} />,
    choices: () => <ChoiceRows found={found.choices} />,
  }
  return (
    <div class="card play-next">
      <div class="row">
        <h2>Play for</h2>
        <Roving class="segments" role="group" aria-label="For which calls">
          {[null, ...lists.operations.map(({ id }) => id)].map((one) => (
            <Button
              key={one}
              text={one ?? 'every call'}
              class="small"
              aria-pressed={one === operation}
              onClick={() => setOperation(one)}
            />
          ))}
        </Roving>
        {field}
      </div>
      <Roving class="tiles" role="group" aria-label={`Situations for ${operation ?? 'every call'}`}>
        {scenarios
          .filter(({ id }) => columnOf(id) !== undefined)
          .map((one) => (
            <Tile key={one.id} scenario={one} {...scope} />
          ))}
      </Roving>
      <div class="row unlabelled">
        <h2 ref={heading} tabIndex={-1}>
          Others
        </h2>
        <Roving class="segments" role="group" aria-label="What is listed">
          {kinds.map((one) => (
            <Button key={one} text={one} class="small" aria-pressed={one === kind} onClick={() => setKind(one)} />
          ))}
        </Roving>
        <SearchField label={`Search the ${kind}`} value={search} onValue={setSearch} />
        <span class="muted" role="status">
          {counted(found[kind].length, kind.slice(0, -1))}
        </span>
      </div>
      <p class="muted prose">
        {abouts[kind]}
        {kind === 'choices' && lists.learned
          ? ` The profile of the start was learned on ${lists.learned.at.slice(0, 10)} from ${lists.learned.from}; ${lists.learned.notSeen.length} questions were not answered there.`
          : ''}
      </p>
      <Roving as="ul" class="lined scroller">
        {rows[kind]()}
      </Roving>
      {kind === 'choices' && <ProfileForm />}
    </div>
  )
}

const abouts = {
  scenarios: 'What else a frontend must survive.',
  faults:
    'Each breaks one clause of the interface, so that a contract suite has something to find. One plays at a time.',
  choices: 'What this sandbox answers where the interface is silent. A client must not rely on any of it.',
}

interface ScopeProps {
  readonly scenario: Scenario
  /** `null` for every call. */
  readonly operation: string | null
  /** For how many calls a click plays; `undefined` until it is stopped. */
  readonly calls: number | undefined
}

/** A scenario that people want, by their word for it. */
function Tile({ scenario, operation, calls }: ScopeProps) {
  const panel = usePanel()
  const { play, ...change } = switchOf(panel, scenario, operation, calls)
  const word = columnOf(scenario.id)
  const left = play === undefined ? '' : play.calls === null ? 'on' : `${play.calls} left`
  return (
    <Action
      {...change}
      text={
        <>
          <strong>
            {word} {left && <small>{left}</small>}
          </strong>
          <small>{`${word === scenario.id ? '' : `${scenario.id}: `}${scenario.summary.replace(/[;,] .*/, '')}`}</small>
        </>
      }
      class="tile"
      aria-pressed={play !== undefined}
      disabled={!isPossible(scenario, operation)}
      title={scenario.summary}
    />
  )
}

interface PlayRowProps extends Pick<ActionProps, 'request' | 'done' | 'disabled' | 'title'> {
  readonly id: string
  readonly about: ComponentChildren
  /** For which calls, where that is a choice. */
  readonly where?: string
  readonly isOn: boolean
}

/** A scenario or a fault with what it does, and the button that plays it or stops it. */
function PlayRow({ id, about, where = '', isOn, title, ...action }: PlayRowProps) {
  const word = isOn ? 'Stop' : 'Play'
  return (
    <li class="row" title={title}>
      <span>
        <code>{id}</code> {about}
      </span>
      <Action {...action} text={word} aria-label={`${word} ${id}${where}`} aria-pressed={isOn} />
    </li>
  )
}

function ScenarioRow({ scenario, operation, calls }: ScopeProps) {
  const { play, ...change } = switchOf(usePanel(), scenario, operation, calls)
  const where = ` for ${operation ?? 'every call'}`
  const isDisabled = !isPossible(scenario, operation)
  const { id, summary } = scenario
  return <PlayRow {...change} id={id} about={summary} where={where} isOn={play !== undefined} disabled={isDisabled} />
}

function FaultRows({ found, clauses }: { found: Lists['faults']; clauses: ReadonlyMap<string, string> }) {
  const { view, to } = usePanel()
  if (found.length === 0) return <li class="muted">No fault fits. Search for less.</li>
  return found.map(({ id, clause, summary }) => {
    const isOn = id === view?.fault?.id
    return (
      <PlayRow
        key={id}
        id={id}
        about={`${summary} (${clause})`}
        title={clauses.get(clause)}
        isOn={isOn}
        request={to('PATCH', '/settings', { fault: isOn ? null : id })}
        done={isOn ? 'The fault has ended.' : `The fault ${id} plays.`}
      />
    )
  })
}

type Silence = Lists['silences'][number]

/** The questions that the interface leaves open; first those whose answer is not the default. */
function ChoiceRows({ found }: { found: readonly Silence[] }) {
  const chosen = usePanel().view?.choices ?? {}
  if (found.length === 0) return <li class="muted">No question fits. Search for less.</li>
  const sorted = found.toSorted((one, other) => Number(other.id in chosen) - Number(one.id in chosen))
  return sorted.map((one) => <ChoiceRow key={one.id} silence={one} chosen={chosen[one.id] ?? one.default} />)
}

/** A silence: its question and its choices. @param chosen what the sandbox chooses */
function ChoiceRow({ silence, chosen }: { silence: Silence; chosen: string }) {
  const { to, act, isLost } = usePanel()
  const { id, section, question, form, default: usual, choices } = silence
  const requestFor = (value: string) => to('PATCH', '/settings', { profile: { [id]: value } })
  const doneFor = (value: string) => `${id} is ${visibleText(value)} from the next call on.`
  const does = new Map(choices.map(({ choice, does: words }) => [choice, `: ${words}`]))
  // One of a form has no line of its own in the list.
  const values = [...new Set([...does.keys(), usual, chosen])]
  return (
    <li class="stack">
      <span>
        <code>{id}</code> {question} <small>{`section ${section}`}</small>
      </span>
      <div class="row">
        <select
          style={toneOf(chosen === usual ? 'plain' : 'info')}
          aria-label={question}
          value={chosen}
          disabled={isLost}
          onChange={({ currentTarget }) => {
            const { value } = currentTarget
            // What the mock says next decides what is shown.
            currentTarget.value = chosen
            void act(requestFor(value), doneFor(value))
          }}
        >
          <Options
            of={values.map((value) => [
              value,
              `${visibleText(value)}${value === usual ? ' (default)' : ''}${does.get(value) ?? ''}`,
            ])}
          />
        </select>
        {form && (
          <RequestForm
            label={`Choose for ${id}`}
            fields={[{ name: 'value', label: `${form.shape}: ${form.does}`, required: true, spellcheck: false }]}
            requestFor={({ value = '' }) => requestFor(value.trim())}
            doneFor={({ value = '' }) => doneFor(value)}
            submit="Choose"
            look=""
          />
        )}
      </div>
    </li>
  )
}

/** Takes the choices of a file; those that it does not name become the default. */
function ProfileForm() {
  const { lists, to } = usePanel()
  const usual = Object.fromEntries(lists.silences.map((silence) => [silence.id, silence.default]))
  return (
    <FileForm
      label="Profile to load, such as contract --learn writes"
      accept=".json,application/json"
      request={to('PATCH', '/settings')}
      // A value of another type is sent as it is, for the mock to refuse.
      bodyOf={(text) => {
        const content = jsonOf(text, 'A profile is an object such as {"list-order": "newest-first"}.')
        return { profile: isObject(content) ? { ...usual, ...content } : content }
      }}
      done="The profile was loaded. Silences that it does not name have their default."
    />
  )
}
