import type { ComponentChildren } from 'preact'
import { usePanel } from '../../panel-context.tsx'
import { Badge, Card, Part, statusKind } from '../../ui/layout.tsx'
import { TextBlock } from '../../ui/text.tsx'
import {
  type InterfaceDocument,
  type Message,
  type Operation,
  type Parameter,
  type Schema,
  bodyOf,
  kindOf,
  literal,
  membersOf,
} from './interface-document.ts'

/** What the interface is, and what holds for all of its operations. */
export function Overview({ document }: { document: InterfaceDocument }) {
  const { headers = {}, securitySchemes = {} } = document.components
  const perTime = (requests: number | null) => requests?.toLocaleString('en') ?? 'custom'
  return (
    <div class="stack">
      <Card title="What it does">
        <Prose text={document.info.description} />
        <ul>
          {document.operations.map(({ id, method, path, summary, deprecated }) => (
            <li key={id}>
              <ViewLink view={id}>{`${method} ${path}`}</ViewLink> {summary}{' '}
              {deprecated === true ? <Badge kind="warn">deprecated</Badge> : null}
            </li>
          ))}
        </ul>
      </Card>
      <div class="grid">
        {Object.entries(securitySchemes).map(([name, scheme]) => (
          <Card key={name} title="Keys">
            <Prose text={scheme.description} />
            <Section of={scheme} />
          </Card>
        ))}
        <Card title="Plans and their limits">
          <table>
            <tbody>
              {Object.values(document['x-plans'] ?? {}).map(({ name, requestsPerMinute, requestsPerDay }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{`${perTime(requestsPerMinute)} requests a minute`}</td>
                  <td>{`${perTime(requestsPerDay)} a day`}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <Section of={{ 'x-section': '8' }} />
        </Card>
        <Card title="Headers of replies">
          <NamedList values={Object.entries(headers).map(([name, header]) => ({ ...header, name, required: false }))} />
          <Section of={Object.values(headers)[0]} />
        </Card>
      </div>
    </div>
  )
}

/** What the document says of an operation. */
export function OperationView({ operation }: { operation: Operation }) {
  const { method, path, id, summary = id, parameters, requestBody, responses = {} } = operation
  return (
    <Card title={summary}>
      <p class="row">
        <span class="mono">
          <strong>{method}</strong> {path}
        </span>
        <Badge>{id}</Badge>
        <Section of={operation} />
      </p>
      {operation.deprecated === true ? <Deprecation operation={operation} /> : null}
      <Prose text={operation.description} />
      {parameters.length === 0 ? null : (
        <Part title="Parameters">
          <NamedList values={parameters} />
        </Part>
      )}
      {requestBody === undefined ? null : (
        <Part title="Body">
          <p>
            {requestBody.description} <Required is={requestBody.required} />
          </p>
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
    </Card>
  )
}

function Deprecation({ operation }: { operation: Operation }) {
  const { 'x-removal-date': day, 'x-replaced-by': replacement } = operation
  const date = day && new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <p>
      <Badge kind="warn">deprecated</Badge> {date === undefined ? null : `To be removed on ${date}. `}
      {replacement === undefined ? null : (
        <>
          Use <ViewLink view={replacement}>{replacement}</ViewLink> instead.
        </>
      )}
    </p>
  )
}

/** Parameters, headers or members, and what each is. */
function NamedList({ values }: { values: readonly Parameter[] }) {
  return (
    <dl class="stack">
      {values.map(({ name, in: place, required, description, schema, example }) => (
        <div key={name}>
          <dt>
            <strong class="mono">{name}</strong> {place === undefined ? null : <small>{`in the ${place} `}</small>}
            <Required is={required} />
          </dt>
          <dd>
            {description} <SchemaView schema={schema} />
            <small>
              {schema.default === undefined ? '' : ` Default: ${literal(schema.default)}.`}
              {example === undefined ? '' : `, such as ${literal(example)}`}
            </small>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What a value of a schema is, with the members of the objects in it. */
function SchemaView({ schema, children }: { schema: Schema; children?: ComponentChildren }) {
  const members = membersOf(schema)
  return (
    <>
      <small class="mono">{kindOf(schema)}</small> {children}
      {members.length === 0 ? null : <NamedList values={members} />}
    </>
  )
}

function Required({ is }: { is: boolean | undefined }) {
  return is === true ? <Badge kind="accent">required</Badge> : null
}

/** The body of a message, and with `of` its examples: those of a request are in its form. */
function BodyAbout({ message, of }: { message: Message; of?: string }) {
  const body = bodyOf(message)
  if (body === undefined) return <p class="muted">No body.</p>
  return (
    <div>
      <SchemaView schema={body.schema}>
        <small>{`as ${body.mediaType}`}</small>
      </SchemaView>
      {of === undefined
        ? null
        : body.examples.map(({ name, summary, text }) => (
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

function ViewLink({ view, children }: { view: string; children: string }) {
  const panel = usePanel()
  return (
    <button type="button" class="link" onClick={() => panel.go('interface', view)}>
      {children}
    </button>
  )
}

function Section({ of }: { of: { readonly 'x-section'?: string } | undefined }) {
  const section = of?.['x-section']
  return section === undefined ? null : <Badge>{`section ${section}`}</Badge>
}

/** Text of the document: its paragraphs, and what it marks as code. */
function Prose({ text = '' }: { text: string | undefined }) {
  const parts = text
    .trim()
    .replaceAll(/(?<!\n)\n(?!\n)/g, ' ')
    .split('`')
  return <span class="prose">{parts.map((part, at) => (at % 2 === 0 ? part : <code key={at}>{part}</code>))}</span>
}
