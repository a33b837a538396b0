import { useState } from 'preact/hooks'
import type { HeldReply } from '../../../../spec/made/control-types.ts'
import { usePanel } from '../panel-context.tsx'
import { Action } from '../ui/action.tsx'
import { Button } from '../ui/layout.tsx'
import { useHasDraft } from '../ui/drafts.ts'
import { ReplyForm } from './reply-form.tsx'

/** How a call whose reply is held may go on. */
export function HeldCall({ held }: { held: HeldReply }) {
  const { id, heldAt, call } = held
  const { to, isLost } = usePanel()
  // Another mock may give the id again.
  const draft = `held ${id} ${heldAt}`
  const [isEdited, setEdited] = useState(useHasDraft(draft))
  const release = (body: object) => to('POST', '/held/release', { id, ...body })
  const name = `call ${call.number}`
  return (
    <div class="stack">
      <div class="row">
        <span class="muted grows">
          <HeldFor heldAt={heldAt} />; {call.status} {isLost ? 'was never sent' : 'waits to be sent'}
        </span>
        <ReleaseButton held={held} class={isEdited ? '' : 'primary'} />
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
      {isEdited && (
        <ReplyForm
          label={`Another reply to ${name}`}
          call={call}
          draft={draft}
          requestFor={(reply) => release({ reply })}
          doneFor={() => `The edited reply to ${name} was sent.`}
          submit="Release edited"
        />
      )}
    </div>
  )
}

/** How long a reply is held so far, which each glance of the panel draws anew, or that it was when the mock went. */
export function HeldFor({ heldAt }: Pick<HeldReply, 'heldAt'>) {
  const { isLost } = usePanel()
  const seconds = `held for ${Math.max(0, Math.round((Date.now() - Date.parse(heldAt)) / 1000))} s`
  const text = isLost ? 'held when the mock went' : seconds
  return <span title={text}>{text}</span>
}

/** Sends a reply that is held. */
export function ReleaseButton({ held: { id, call }, ...look }: { held: HeldReply; class: string }) {
  return (
    <Action
      text="Release"
      {...look}
      aria-label={`Release call ${call.number}`}
      request={usePanel().to('POST', '/held/release', { id })}
      done={`The reply to call ${call.number} was sent.`}
    />
  )
}
