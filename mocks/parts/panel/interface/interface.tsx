import { useState } from 'preact/hooks'
import { type Operation, operations, shapes } from '../../../../spec/index.ts'
import { type OperationExamples, examples as allExamples } from '../../../../spec/made/examples.ts'
import { pathPrefix } from '../../../call/route.ts'
import { callOf } from '../bench/call-again.ts'
import { useFeed } from '../bench/feed.tsx'
import { choiceOf } from '../keys/key-rows.ts'
import { usePanel } from '../panel-context.tsx'
import { indentJson } from '../ui/indent-json.ts'
import { Badge, Button, statusKind } from '../ui/layout.tsx'
import { Roving } from '../ui/roving.tsx'
import { TextBlock } from '../ui/text.tsx'
import { Composer } from './composer.tsx'

const { listPets: first } = operations

/** Each operation: a form for a call, new or as one that came, its reply, and what the interface says: spec/decisions/0203-what-the-panel-draws.md. */
export function Interface() {
  const { detail, sandbox, go } = usePanel()
  const { calls } = useFeed()
  const all = Object.values(operations)
  const [name, number] = detail?.split(' ') ?? []
  const operation = all.find(({ id }) => id === name) ?? first
  const entry = calls.find((one) => String(one.number) === number && one.operation === operation.id)
  const form = `${operation.id} ${entry?.number}`
  // What came of a call stays while another operation is looked at.
  const [sent, setSent] = useState<Record<string, number>>({})
  return (
    <div class="stack">
      <Roving class="row" role="group" aria-label="Operations">
        {all.map(({ id, method, path, isDeprecated }) => (
          <Button key={id} aria-current={id === operation.id ? 'page' : undefined} onClick={() => go('interface', id)}>
            <strong>{id}</strong>{' '}
            <span class="mono">
              {method} {pathPrefix + path}
            </span>
            {isDeprecated && <small>deprecated</small>}
          </Button>
        ))}
      </Roving>
      {entry && <p class="muted">{`As call ${number}, to be edited and sent again.`}</p>}
      <Composer
        key={form}
        operation={operation}
        call={entry && callOf(entry, sandbox)}
        draft={form}
        sent={sent[form]}
        onSent={(last) => setSent((before) => ({ ...before, [form]: last }))}
      >
        <Documented operation={operation} />
      </Composer>
    </div>
  )
}

/** What the interface says of an operation: its answers with an example of each, and its clauses. */
function Documented({ operation: { id, section, responses, removalDate } }: { operation: Operation }) {
  const panel = usePanel()
  const { lists, transport } = panel
  const rateBody = choiceOf(panel, 'rate-body') === 'empty' ? 'no body' : 'an Error'
  const examples: OperationExamples = allExamples[id as keyof typeof allExamples]
  return (
    <div class="card" role="group" aria-label={`What is documented of ${id}`}>
      <div class="row">
        <h2 class="grows">{`Answers (section ${section})`}</h2>
        {transport.isServer && lists.deployment === null && (
          <a class="button quiet" href={`${transport.origin}/openapi.json`} target="_blank" rel="noreferrer">
            OpenAPI document
          </a>
        )}
      </div>
      {removalDate && <p>{`Deprecated, and to be removed on ${removalDate} (section 9).`}</p>}
      {Object.entries(responses).map(([status, schema]) => {
        const [example] = Object.values(examples[status] ?? {})
        return (
          <details key={`${id} ${status}`} open={status.startsWith('2')}>
            <summary>
              <Badge kind={statusKind(Number(status))}>{status}</Badge>{' '}
              {schema === null
                ? `no body is stated (section 8); the mock sends ${rateBody}`
                : `${shapes[schema].isList ? 'an array of ' : ''}${shapes[schema].object}`}
            </summary>
            {example && (
              <TextBlock label={`Example of ${status}`} as="json">
                {indentJson(example.text) ?? example.text}
              </TextBlock>
            )}
          </details>
        )
      })}
      <h2>Clauses</h2>
      <ul class="clauses">
        {lists.clauses.map((clause) =>
          clause.section === section ? (
            <li key={clause.id}>
              {clause.text}{' '}
              <Lead
                to={`(${clause.id})`}
                text={clause.id}
                isThere={lists.faults.some((fault) => fault.clause === clause.id)}
              />
            </li>
          ) : null,
        )}
      </ul>
      <h2>Where it is silent</h2>
      <ul class="clauses">
        {lists.silences.map(({ id: silence, section: place, question, choices }) => {
          const choice = choiceOf(panel, silence)
          return place !== section ? null : (
            <li key={silence}>
              {question} {choices.find((one) => one.choice === choice)?.does}{' '}
              <Lead to={`${silence}=`} text={`${silence}=${choice}`} isThere={choices.length > 1} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** Leads to what the situation has of a clause or a silence: its faults, or its other choices. */
function Lead({ to, text, isThere }: { to: string; text: string; isThere: boolean }) {
  const { go } = usePanel()
  return !isThere ? (
    <small>{text}</small>
  ) : (
    <Button class="quiet small" text={text} onClick={() => go('situation', to)} />
  )
}
