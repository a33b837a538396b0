import type { HeldReply } from '../../../../spec/made/control-types.ts'
import { useFeed } from '../bench/feed.tsx'
import { usePanel } from '../panel-context.tsx'
import { Action } from '../ui/action.tsx'
import { Badge, Button, Part, statusKind } from '../ui/layout.tsx'
import { ReplyForm } from '../ui/reply-form.tsx'
import { Roving } from '../ui/roving.tsx'
import { Text } from '../ui/text.tsx'
import { playsNow } from './plays.ts'

/** What changes the answers now, and the calls that are held. */
export function Now() {
  const panel = usePanel()
  const { held } = useFeed()
  const plays = playsNow(panel)
  return (
    <div class="card now-playing">
      <Part heading="h2" title="Now">
        <Roving as="ul" class="lined">
          {plays.map(({ tone, name, about, summary }, index) => (
            <li key={`${name} ${index}`}>
              <Badge kind={tone}>{name}</Badge> <strong>{about.join(', ')}</strong> {summary}
            </li>
          ))}
          {held.map((one) => (
            <HeldRow key={one.id} held={one} />
          ))}
        </Roving>
        {plays.length === 0 && <p class="muted">Every call is answered as documented.</p>}
      </Part>
    </div>
  )
}

/** A call whose reply is held, and how it may go on. */
export function HeldRow({ held: { id, heldAt, call } }: { held: HeldReply }) {
  const { to } = usePanel()
  const { edited, edit } = useFeed()
  const isEdited = edited === id
  const release = (body: object) => to('POST', '/held/release', { id, ...body })
  const name = `call ${call.number}`
  return (
    <li class="stack">
      <div class="row">
        <span>
          <Badge kind="bad">held</Badge> <strong>{name}</strong>{' '}
          <code>
            {call.method} <Text>{call.target}</Text>
          </code>{' '}
          <Badge kind={statusKind(call.status)}>{call.status}</Badge>{' '}
          <span class="muted">{`since ${heldAt.slice(11, 19)} UTC`}</span>
        </span>
        <div class="row">
          <Action
            text="Release"
            aria-label={`Release ${name}`}
            class="primary"
            request={release({})}
            done={`The reply to ${name} was sent.`}
          />
          <Button
            text="Edit…"
            aria-label={`Edit the reply to ${name}`}
            aria-expanded={isEdited}
            onClick={() => edit(isEdited ? undefined : id)}
          />
          <Action
            text="Cut"
            aria-label={`Cut ${name}`}
            request={release({ reply: { effect: 'reset' } })}
            done={`The connection of ${name} was cut.`}
          />
        </div>
      </div>
      {isEdited && (
        <ReplyForm
          label={`Another reply to ${name}`}
          call={call}
          requestFor={(reply) => release({ reply })}
          doneFor={() => `The edited reply to ${name} was sent.`}
          submit="Release edited"
        />
      )}
    </li>
  )
}
