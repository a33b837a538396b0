import { Badge, Card, Part, statusKind } from '../../ui/layout.tsx'
import { Text, TextBlock } from '../../ui/text.tsx'
import type {
  DocumentedBody,
  DocumentedOperation,
  DocumentedReply,
  DocumentedSchema,
  InterfaceDocument,
} from './interface-document.ts'

/** Where a link within the reference leads. */
export type Open = (view: string) => void

/** The name of the view of the schemas; no operation is called so. */
export const schemasView = '§schemas'

/** What the interface is, and what holds for all of its operations. */
export function Overview({ document, onOpen }: { document: InterfaceDocument; onOpen: Open }) {
  const { description, operations, security, headers, plans } = document
  return (
    <div class="stack">
      <Card title="What it does">
        <Prose text={description} />
        <div class="table-box">
          <table>
            <caption class="visually-hidden">Operations</caption>
            <thead>
              <tr>
                <th scope="col">Operation</th>
                <th scope="col">Call</th>
                <th scope="col">What it does</th>
              </tr>
            </thead>
            <tbody>
              {operations.map((operation) => (
                <tr key={operation.id}>
                  <td>
                    <button type="button" class="button quiet small" onClick={() => onOpen(operation.id)}>
                      {operation.id}
                    </button>
                  </td>
                  <td class="mono">{`${operation.method} ${operation.path}`}</td>
                  <td>
                    {operation.summary} {operation.isDeprecated ? <Badge kind="warn">deprecated</Badge> : null}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Card>
      <div class="grid">
        {security === undefined ? null : (
          <Card title="Keys">
            <Prose text={security.description} />
            <Section number={security.section} />
          </Card>
        )}
        {plans.length === 0 ? null : (
          <Card title="Plans and their limits">
            <table class="plans">
              <thead>
                <tr>
                  <th scope="col">Plan</th>
                  <th scope="col" class="number">
                    Requests a minute
                  </th>
                  <th scope="col" class="number">
                    A day
                  </th>
                </tr>
              </thead>
              <tbody>
                {plans.map(({ name, perMinute, perDay }) => (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    <td class="number">{perMinute}</td>
                    <td class="number">{perDay}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <Section number="8" />
          </Card>
        )}
        {headers.length === 0 ? null : (
          <Card title="Headers of replies">
            <dl class="named">
              {headers.map(({ name, description: about, kind, example }) => (
                <div key={name}>
                  <dt class="mono">{name}</dt>
                  <dd>
                    {about} <small>{`${kind}${example === '' ? '' : `, such as ${example}`}`}</small>
                  </dd>
                </div>
              ))}
            </dl>
            <Section number={headers[0]?.section ?? ''} />
          </Card>
        )}
      </div>
    </div>
  )
}

/** What the document says of an operation. */
export function OperationView({ operation, onOpen }: { operation: DocumentedOperation; onOpen: Open }) {
  const { method, path, id, section, summary, description, isDeprecated, parameters, body, replies } = operation
  return (
    <Card title={summary} class="operation">
      <p class="row">
        <span class="operation-call mono">
          <strong>{method}</strong> {path}
        </span>
        <Badge>{id}</Badge>
        <Section number={section} />
      </p>
      {isDeprecated ? <Deprecation operation={operation} onOpen={onOpen} /> : null}
      <Prose text={description} />
      {parameters.length === 0 ? null : (
        <Part title="Parameters">
          <dl class="named">
            {parameters.map(({ name, place, isRequired, kind, fallback, description: about }) => (
              <div key={`${place} ${name}`}>
                <dt>
                  <span class="mono">{name}</span> <small>{`in the ${place}`}</small>{' '}
                  {isRequired ? <Badge kind="accent">required</Badge> : null}
                </dt>
                <dd>
                  {about} <Kind kind={kind} onOpen={onOpen} />
                  {fallback === undefined ? null : <small>{` Default: ${fallback}.`}</small>}
                </dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      {body === undefined ? null : (
        <Part title="Body">
          <p>
            {body.description} {body.isRequired ? <Badge kind="accent">required</Badge> : null}
          </p>
          <BodyAbout body={body} of="the request" onOpen={onOpen} />
        </Part>
      )}
      <Part title="Replies">
        <div class="replies">
          {replies.map((reply) => (
            <ReplyAbout key={reply.status} reply={reply} onOpen={onOpen} />
          ))}
        </div>
      </Part>
    </Card>
  )
}

/** What the document says of the values that are sent. */
export function Schemas({ document, onOpen }: { document: InterfaceDocument; onOpen: Open }) {
  return (
    <div class="grid">
      {document.schemas.map((schema) => (
        <SchemaCard key={schema.name} schema={schema} onOpen={onOpen} />
      ))}
    </div>
  )
}

function SchemaCard({
  schema: { name, description, kind, section, members },
  onOpen,
}: {
  schema: DocumentedSchema
  onOpen: Open
}) {
  return (
    <Card title={name}>
      <Prose text={description} />
      <p>
        <Kind kind={kind} onOpen={onOpen} /> <Section number={section} />
      </p>
      {members.length === 0 ? null : (
        <dl class="named">
          {members.map((member) => (
            <div key={member.name}>
              <dt>
                <span class="mono">{member.name}</span>{' '}
                {member.isRequired ? <Badge kind="accent">required</Badge> : null}
              </dt>
              <dd>
                {member.description} <Kind kind={member.kind} onOpen={onOpen} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}

function Deprecation({
  operation: { removalDate, replacedBy },
  onOpen,
}: {
  operation: DocumentedOperation
  onOpen: Open
}) {
  return (
    <p class="deprecation">
      <strong>Deprecated.</strong>{' '}
      {removalDate === undefined ? null : (
        <span>
          To be removed on <time dateTime={removalDate}>{dayText(removalDate)}</time>.{' '}
        </span>
      )}
      {replacedBy === undefined ? null : (
        <span>
          Use{' '}
          <button type="button" class="link" onClick={() => onOpen(replacedBy)}>
            {replacedBy}
          </button>{' '}
          instead.
        </span>
      )}
    </p>
  )
}

function ReplyAbout({
  reply: { status, description, headers, body },
  onOpen,
}: {
  reply: DocumentedReply
  onOpen: Open
}) {
  return (
    <details class="reply-about">
      <summary>
        <Badge kind={statusKind(Number(status))}>{status}</Badge> <Prose text={description} />
      </summary>
      <div class="stack">
        {headers.length === 0 ? null : <p class="muted">{`Headers: ${headers.join(', ')}`}</p>}
        {body === undefined ? (
          <p class="muted">No body.</p>
        ) : (
          <BodyAbout body={body} of={`the reply ${status}`} onOpen={onOpen} />
        )}
      </div>
    </details>
  )
}

interface BodyAboutProps {
  readonly body: DocumentedBody
  /** Whose body it is, such as "the request". */
  readonly of: string
  readonly onOpen: Open
}

function BodyAbout({ body: { kind, mediaType, examples }, of, onOpen }: BodyAboutProps) {
  return (
    <>
      <p>
        <Kind kind={kind} onOpen={onOpen} /> <small>{`as ${mediaType}`}</small>
      </p>
      {examples.map(({ name, summary, text }) => (
        <details key={name} class="example">
          <summary>
            <span class="mono">{name}</span> <small>{summary}</small>
          </summary>
          <TextBlock label={`Example ${name} of ${of}`}>{text}</TextBlock>
        </details>
      ))}
    </>
  )
}

/** What a value is; the names of schemas lead to them. */
function Kind({ kind, onOpen }: { kind: string; onOpen: Open }) {
  return (
    <span class="kind">
      {kind.split(/\b([A-Z]\w+)\b/).map((word, index) =>
        index % 2 === 0 ? (
          word
        ) : (
          <button key={index} type="button" class="link" onClick={() => onOpen(schemasView)}>
            {word}
          </button>
        ),
      )}
    </span>
  )
}

function Section({ number }: { number: string }) {
  return number === '' ? null : <Badge>{`section ${number}`}</Badge>
}

/** Text of the document: its paragraphs, and what it marks as code. */
function Prose({ text }: { text: string }) {
  return (
    <>
      {text
        .trim()
        .split(/\n\s*\n/)
        .map((paragraph, index) => (
          <span key={index} class="prose">
            {paragraph.split(/`([^`]+)`/).map((part, at) =>
              at % 2 === 0 ? (
                part.replaceAll('\n', ' ')
              ) : (
                <code key={at}>
                  <Text>{part}</Text>
                </code>
              ),
            )}
          </span>
        ))}
    </>
  )
}

function dayText(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
}
