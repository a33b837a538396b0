import type { InterfaceReply } from '../../transport/transport.ts'
import { millisecondsText } from '../../ui/duration.ts'
import { Badge, statusKind } from '../../ui/layout.tsx'
import { BodyView, HeadersView } from '../../ui/reply-view.tsx'

/** What came of a call that was tried out. */
export type Outcome =
  | { readonly kind: 'waiting' }
  | {
      readonly kind: 'reply'
      readonly reply: InterfaceReply
      readonly tookMilliseconds: number
      readonly atMilliseconds: number
    }
  | { readonly kind: 'failed'; readonly message: string; readonly tookMilliseconds: number }
  | { readonly kind: 'left' }

/** The reply to a call that was tried out, or what came in its place. */
export function OutcomeView({ outcome, onLeave }: { outcome: Outcome | undefined; onLeave: () => void }) {
  return (
    <div class="try-outcome">
      <p role="status" class="row">
        <OutcomeLine outcome={outcome} />
        {outcome?.kind === 'waiting' ? (
          <button type="button" class="button small" onClick={onLeave}>
            Stop waiting
          </button>
        ) : null}
      </p>
      {outcome?.kind === 'reply' ? (
        <>
          <HeadersView
            headers={outcome.reply.headers}
            label="Headers of the reply"
            nowMilliseconds={outcome.atMilliseconds}
          />
          <BodyView text={outcome.reply.body} label="Body of the reply" />
        </>
      ) : null}
    </div>
  )
}

function OutcomeLine({ outcome }: { outcome: Outcome | undefined }) {
  if (outcome === undefined) return <span class="muted">The reply will stand here.</span>
  if (outcome.kind === 'waiting') return <span>Waiting for the reply …</span>
  if (outcome.kind === 'left') return <span>Nobody waits for this reply any longer.</span>
  if (outcome.kind === 'failed') {
    return <span class="problem">{`${outcome.message} (after ${millisecondsText(outcome.tookMilliseconds)})`}</span>
  }
  const { status } = outcome.reply
  return (
    <>
      <span class="visually-hidden">Answered with </span>
      <Badge kind={statusKind(status)}>{status}</Badge>
      <span class="muted">{`in ${millisecondsText(outcome.tookMilliseconds)}`}</span>
    </>
  )
}
