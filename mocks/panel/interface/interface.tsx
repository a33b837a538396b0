import { useMemo } from 'preact/hooks'
import { usePanel } from '../panel-context.tsx'
import { Badge, Card, Part, SectionHead, statusKind } from '../ui/layout.tsx'
import { TextBlock } from '../ui/text.tsx'
import {
  type Message,
  type Operation,
  type Parameter,
  bodyOf,
  interfaceDocument,
  kindOf,
  literal,
  membersOf,
} from './interface-document.ts'
import { TryOut } from './try-out.tsx'

/**
 * The section "Interface": what the document says, and a try of each operation against the mock. No viewer of OpenAPI
 * works here: spec/decisions/0043-own-view-of-the-interface.md.
 */
export function InterfaceSection() {
  const panel = usePanel()
  const document = useMemo(interfaceDocument, [])
  const { title, version, description } = document.info
  const perTime = (requests: number | null) => requests?.toLocaleString('en') ?? 'custom'
  return (
    <>
      <SectionHead
        title="Interface"
        about={`${title} ${version}: the document${panel.lists.deployment === null ? ', and a try of each operation against this mock' : ''}.`}
      />
      {document.operations.map((operation) => {
        const { operationId: id, method, path, summary, deprecated } = operation
        const isOpen = id === panel.detail
        return (
          <details
            key={id}
            class="card operation"
            open={isOpen}
            onToggle={({ currentTarget: { open } }) => {
              // It is also closed by the one that opens.
              if (open !== isOpen) panel.go('interface', open ? id : undefined)
            }}
          >
            <summary>
              <code>
                <strong>{method}</strong> {path}
              </code>
              <h2>{summary}</h2>
              <Badge>{id}</Badge>
              <Badge>{`section ${operation['x-section']}`}</Badge>
              {deprecated === true && <Badge kind="warn">deprecated</Badge>}
            </summary>
            <div class="operation-page">
              <OperationView operation={operation} />
              {panel.lists.deployment === null && <TryOut operation={operation} />}
            </div>
          </details>
        )
      })}
      <div class="grid">
        <Card title="What it does">
          <Prose text={description} />
        </Card>
        <Card title="Keys and plans">
          {Object.entries(document.components.securitySchemes).map(([name, scheme]) => (
            <Prose key={name} text={scheme.description} />
          ))}
          <ul class="lined">
            {Object.values(document['x-plans']).map(({ name, requestsPerMinute, requestsPerDay }) => (
              <li key={name}>
                <strong>{name}</strong>
                {`: ${perTime(requestsPerMinute)} requests a minute, ${perTime(requestsPerDay)} a day`}
              </li>
            ))}
          </ul>
        </Card>
        <Card title="Headers of replies">
          <NamedList
            values={Object.entries(document.components.headers).map(([name, header]) => ({
              ...header,
              name,
              required: false,
            }))}
          />
        </Card>
      </div>
    </>
  )
}

/** What the document says of an operation. */
function OperationView({ operation }: { operation: Operation }) {
  const { description, parameters = [], requestBody, responses } = operation
  return (
    <div class="stack">
      <Prose text={description} />
      {parameters.length === 0 ? null : (
        <Part title="Parameters">
          <NamedList values={parameters} />
        </Part>
      )}
      {requestBody && (
        <Part title="Body">
          <BodyAbout message={requestBody} />
        </Part>
      )}
      <Part title="Replies">
        {Object.entries(responses).map(([status, reply]) => (
          <details key={status} class="ruled">
            <summary>
              <Badge kind={statusKind(Number(status))}>{status}</Badge> <Prose text={reply.description} />
            </summary>
            <p class="muted">{`Headers: ${Object.keys(reply.headers ?? {}).join(', ') || 'none'}`}</p>
            <BodyAbout message={reply} of={`the reply ${status}`} />
          </details>
        ))}
      </Part>
    </div>
  )
}

/** Parameters, headers or members, and what each is. */
function NamedList({ values }: { values: readonly Parameter[] }) {
  if (values.length === 0) return null
  return (
    <dl class="stack">
      {values.map(({ name, in: place, required, description, schema, example }) => (
        <div key={name}>
          <dt>
            <strong class="mono">{name}</strong> {place === undefined ? null : <small>{`in the ${place} `}</small>}
            {required === true && <Badge kind="accent">required</Badge>}
          </dt>
          <dd>
            {description} <small class="mono">{kindOf(schema)}</small>{' '}
            <small>
              {schema.default === undefined ? '' : `Default: ${literal(schema.default)}.`}
              {example === undefined ? '' : `Such as ${literal(example)}.`}
            </small>
            <NamedList values={membersOf(schema)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The body of a message, and with `of` its examples: those of a request are in its form. */
function BodyAbout({ message, of }: { message: Message; of?: string }) {
  const body = bodyOf(message)
  if (body === undefined) return <p class="muted">No body.</p>
  const examples = of === undefined ? [] : body.examples
  return (
    <div>
      <small class="mono">{kindOf(body.schema)}</small> <small>{`as ${body.mediaType}`}</small>
      <NamedList values={membersOf(body.schema)} />
      {examples.map(({ name, summary, text }) => (
        <details key={name}>
          <summary>
            <span class="mono">{name}</span> <small>{summary}</small>
          </summary>
          <TextBlock label={`Example ${name} of ${of}`}>{text}</TextBlock>
        </details>
      ))}
    </div>
  )
}

/** Text of the document: its paragraphs, and what it marks as code. */
function Prose({ text = '' }: { text: string | undefined }) {
  const parts = text
    .trim()
    .replaceAll(/(?<!\n)\n(?!\n)/g, ' ')
    .split('`')
  return <span class="prose">{parts.map((part, at) => (at % 2 === 0 ? part : <code key={at}>{part}</code>))}</span>
}
