import { useState } from 'preact/hooks'
import type { HeldReply } from '../../../../spec/made/control-types.ts'
import { useFeed } from '../bench/feed.tsx'
import { usePanel } from '../panel-context.tsx'
import { Action } from '../ui/action.tsx'
import { Badge, Button } from '../ui/layout.tsx'
import { ReplyForm } from '../ui/reply-form.tsx'
import { Roving } from '../ui/roving.tsx'
import { Text } from '../ui/text.tsx'

/** The calls that are held; nothing where there is none. */
export function Held() {
  const { held } = useFeed()
  return held.length === 0 ? null : (
    <Roving as="ul" class="card lined">
      {held.map((one) => (
        <HeldRow key={one.id} held={one} />
      ))}
    </Roving>
  )
}

/** A call whose reply is held, and how it may go on. @param isNamed whether it says which call */
export function HeldRow({ held: { id, heldAt, call }, isNamed = true }: { held: HeldReply; isNamed?: boolean }) {
  const { to } = usePanel()
  const [isEdited, setEdited] = useState(false)
  const release = (body: object) => to('POST', '/held/release', { id, ...body })
  const name = `call ${call.number}`
  return (
    <li class="stack">
      <div class="row">
        <span>
          {isNamed && (
            <>
              <strong>{name}</strong>{' '}
              <code>
                {call.method} <Text>{call.target}</Text>
              </code>{' '}
            </>
          )}
          <Badge kind="bad">held</Badge>{' '}
          <span class="muted">{`since ${heldAt.slice(11, 19)} UTC; ${call.status} waits to be sent`}</span>
        </span>
        <div class="row">
          <Action
            text="Release"
            aria-label={`Release ${name}`}
            class={isEdited ? '' : 'primary'}
            request={release({})}
            done={`The reply to ${name} was sent.`}
          />
          <Button
            text="Edit…"
            aria-label={`Edit the reply to ${name}`}
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
