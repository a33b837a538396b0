import { useState } from 'preact/hooks'
import type { HeldReply } from '../../../spec/made/control-types.ts'
import { sandboxPath } from '../../control/client/sandbox-path.ts'
import { usePanel } from '../panel-context.tsx'
import { Action, ActionForm } from '../ui/action.tsx'
import { TextField } from '../ui/field.tsx'
import { Badge, Button, statusKind } from '../ui/layout.tsx'
import { Text } from '../ui/text.tsx'
import { useResource } from '../use-resource.ts'

/** The replies that are held back, and how each may go on. */
export function HeldReplies() {
  const { view, sandbox } = usePanel()
  const { value } = useResource<{ held: HeldReply[] }>(sandboxPath(sandbox, '/held'), undefined, view?.held)
  if (!value || value.held.length === 0) return null
  return (
    <div class="card" role="group" aria-label="Held back">
      <h2>Held back</h2>
      <ul class="lined">
        {value.held.map((held) => (
          <HeldRow key={held.id} held={held} />
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
          label={`Release ${name}`}
          kind="primary"
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
          label={`Cut ${name}`}
          request={release({ reply: { effect: 'reset' } })}
          done={`The connection of ${name} was cut.`}
        />
      </div>
      {isEdited && <EditedReply held={{ id, heldAt, call }} releaseWith={(reply) => release({ reply })} />}
    </li>
  )
}

interface EditedReplyProps {
  readonly held: HeldReply
  readonly releaseWith: (reply: object) => ReturnType<ReturnType<typeof usePanel>['to']>
}

/** Another status or body in place of those that were made. */
function EditedReply({ held: { call }, releaseWith }: EditedReplyProps) {
  const [status, setStatus] = useState(String(call.status))
  const [body, setBody] = useState(call.response.body)
  const isWrong = !/^[2-5][0-9]{2}$/.test(status)
  const name = `call ${call.number}`
  return (
    <ActionForm
      label={`Another reply to ${name}`}
      class="stack"
      request={isWrong ? undefined : releaseWith({ status: Number(status), body })}
      done={`The changed reply to ${name} was sent.`}
      submit="Release changed"
    >
      <TextField
        label="Status"
        inputMode="numeric"
        problem={isWrong ? 'A status is a number from 200 to 599.' : undefined}
        value={status}
        onValue={setStatus}
      />
      <TextField label="Body" rows={5} spellcheck={false} value={body} onValue={setBody} />
    </ActionForm>
  )
}
