import type { ComponentChildren } from 'preact'
import { useContext, useState } from 'preact/hooks'
import type { AnimalKind } from '../../../fixtures/datasets/categories.ts'
import type { ApiError, ApiErrorKind } from '../client/reply.ts'
import { KeyForm } from './forms.tsx'
import { AnimalPicture } from './pet.tsx'
import { Session } from './session.ts'
import { durationText, useSecondsLeft } from './waiting.tsx'

const words: Readonly<Record<Exclude<ApiErrorKind, 'key'>, readonly [who: AnimalKind, title: string, text: string]>> = {
  wait: [
    'small-mammal',
    'No requests left for now',
    'The limit of this key is used up. More calls would get the key banned, so the shop is quiet until then.',
  ],
  refused: ['bird', 'The shop did not understand us', 'The service refused what this page asked for.'],
  missing: ['cat', 'Nothing here', 'The service does not know what this page asked for.'],
  failed: ['dog', 'Something broke at the shop', 'It is not your fault. Try again in a moment.'],
  garbled: ['bird', 'We got half an answer', 'The answer broke off or cannot be read, so we show none of it.'],
  slow: ['reptile', 'The shop takes too long', 'There was no answer within ten seconds.'],
  offline: ['fish', 'The shop cannot be reached', 'Are you offline, or is the service not running?'],
}

/** A picture, what happened, and what to do about it. */
export function Sorry({ who, title, children }: { who: AnimalKind; title: string; children: ComponentChildren }) {
  return (
    <section class="problem" role="alert">
      <AnimalPicture id="4" kind={who} />
      <h2>{title}</h2>
      {children}
    </section>
  )
}

/** What went wrong in the place of the animals, and the one thing to do about it. */
export function Problem({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const { usedKey } = useContext(Session)
  const [wait] = useState(() => error.waitMilliseconds && performance.now() + error.waitMilliseconds)
  const left = useSecondsLeft(wait)
  if (error.kind === 'key') {
    return (
      <Sorry who="cat" title="The key to the shop does not fit">
        <p>
          The service refused <code>{usedKey.slice(0, 4)}…</code>, the key in use: it is mistyped, expired or revoked.
          The same one would be refused again, so enter another.
        </p>
        <KeyForm />
      </Sorry>
    )
  }
  const [who, title, text] = words[error.kind]
  return (
    <Sorry who={who} title={title}>
      <p>{text}</p>
      {error.status !== undefined && (
        <p class="detail">
          {error.status}: <bdi>{error.message}</bdi>
        </p>
      )}
      <button type="button" class="primary" disabled={left > 0} onClick={onRetry}>
        {left > 0 ? `Try again in ${durationText(left)}` : 'Try again'}
      </button>
    </Sorry>
  )
}
