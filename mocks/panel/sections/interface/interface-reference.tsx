import { Badge, Card, Part, statusKind } from '../../ui/layout.tsx'
import { TextBlock } from '../../ui/text.tsx'
import {
  type InterfaceDocument,
  type Message,
  type Operation,
  type Parameter,
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
    <div class="grid">
      <Card title="What it does">
        <Prose text={document.info.description} />
      </Card>
      <Card title="Keys">
        {Object.entries(securitySchemes).map(([name, scheme]) => (
          <p key={name}>
            <Prose text={scheme.description} />
          </p>
        ))}
      </Card>
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
      </Card>
      <Card title="Headers of replies">
        <NamedList values={Object.entries(headers).map(([name, header]) => ({ ...header, name, required: false }))} />
      </Card>
    </div>
  )
}

/** What the document says of an operation. */
export function OperationView({ operation }: { operation: Operation }) {
  const { deprecated, description, parameters, requestBody, responses = {} } = operation
  const { 'x-removal-date': day, 'x-replaced-by': replacement } = operation
  const date = day && new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <div class="stack">
      {deprecated === true ? (
        <p>{`Deprecated. ${date ? `To be removed on ${date}. ` : ''}${replacement ? `Use ${replacement} instead.` : ''}`}</p>
      ) : null}
      <Prose text={description} />
      {parameters.length === 0 ? null : (
        <Part title="Parameters">
          <NamedList values={parameters} />
        </Part>
      )}
      {requestBody === undefined ? null : (
        <Part title="Body">
          <p>
            {requestBody.description} {requestBody.required === true && <Required />}
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
            {required === true && <Required />}
          </dt>
          <dd>
            {description} <small class="mono">{kindOf(schema)}</small>{' '}
            <small>
              {schema.default === undefined ? '' : ` Default: ${literal(schema.default)}.`}
              {example === undefined ? '' : `, such as ${literal(example)}`}
            </small>
            <NamedList values={membersOf(schema)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Required() {
  return <Badge kind="accent">required</Badge>
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
