import { useState } from 'preact/hooks'
import type { HeldReply } from '../../../spec/made/control-types.ts'
import { useFeed } from '../bench/feed.tsx'
import { usePanel } from '../panel-context.tsx'
import { Action } from '../ui/action.tsx'
import { Badge, Button, statusKind } from '../ui/layout.tsx'
import { ReplyForm } from '../ui/reply-form.tsx'
import { Text } from '../ui/text.tsx'

/** The replies that are held back, and how each may go on. */
export function HeldReplies() {
  const { held } = useFeed()
  if (held.length === 0) return null
  return (
    <div class="card" role="group" aria-label="Held back">
      <h2>Held back</h2>
      <ul class="lined">
        {held.map((one) => (
          <HeldRow key={one.id} held={one} />
        ))}
      </ul>
    </div>
  )
}

function HeldRow({ held: { id, heldAt, call } }: { held: HeldReply }) {
  const { to } = usePanel()
  const [isEdited, setEdited] = useState(false)
  const release = (body: object) => to('POST', '/held/release', { id, ...body })
  const name = `call ${call.number}`
  return (
    <li class="stack">
      <div class="row">
        <span>
          <Badge kind={statusKind(call.status)}>{call.status}</Badge> <strong>{call.method}</strong>{' '}
          <code>
            <Text>{call.target}</Text>
          </code>{' '}
          <span class="muted">{`${name}, since ${heldAt.slice(11, 19)} UTC`}</span>
        </span>
        <Action
          text="Release"
          aria-label={`Release ${name}`}
          class="primary"
          request={release({})}
          done={`The reply to ${name} was sent.`}
        />
        <Button
          text="Change it…"
          aria-label={`Change it…: ${name}`}
          aria-expanded={isEdited}
          onClick={() => setEdited(!isEdited)}
        />
        <Action
          text="Cut"
          aria-label={`Cut ${name}`}
          request={release({ reply: { effect: 'reset' } })}
          done={`The connection of ${name} was cut.`}
        />
      </div>
      {isEdited && (
        <ReplyForm
          label={`Another reply to ${name}`}
          call={call}
          requestFor={(reply) => release({ reply })}
          doneFor={() => `The changed reply to ${name} was sent.`}
          submit="Release changed"
        />
      )}
    </li>
  )
}
