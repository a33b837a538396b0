import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { AnimalKind } from '../../fixtures/datasets/categories.ts'
import { AnimalPicture } from './animal-picture.tsx'
import type { ApiError, ApiErrorKind } from './api-error.ts'
import { KeyForm } from './key-form.tsx'
import { durationText, useSecondsLeft, waitOf } from './waiting.tsx'

interface Words {
  readonly who: AnimalKind
  readonly title: string
  readonly text: string
}

const words: Readonly<Record<Exclude<ApiErrorKind, 'key'>, Words>> = {
  wait: {
    who: 'small-mammal',
    title: 'No requests left for now',
    text: 'The limit of this key is used up. Calling on would get the key banned, so the shop is quiet until then.',
  },
  refused: {
    who: 'bird',
    title: 'The shop did not understand us',
    text: 'The service refused what this page asked for.',
  },
  missing: { who: 'cat', title: 'Nothing here', text: 'The service knows no such thing.' },
  failed: { who: 'dog', title: 'Something broke at the shop', text: 'It is not your fault. Try again in a moment.' },
  garbled: {
    who: 'bird',
    title: 'We got half an answer',
    text: 'The answer broke off or cannot be read, so we show none of it.',
  },
  slow: { who: 'reptile', title: 'The shop takes too long', text: 'There was no answer within ten seconds.' },
  offline: {
    who: 'fish',
    title: 'The shop cannot be reached',
    text: 'Are you offline, or is the service not running?',
  },
}

/** What went wrong in the place of the animals, and the one thing to do about it. */
export function Problem(props: {
  readonly error: ApiError
  readonly usedKey: string
  readonly onRetry: () => void
  readonly onKey: (key: string) => void
}): JSX.Element {
  const { error, usedKey, onRetry, onKey } = props
  const [wait] = useState(() => (error.waitMilliseconds === undefined ? undefined : waitOf(error.waitMilliseconds)))
  const left = useSecondsLeft(wait)
  if (error.kind === 'key') return <KeyProblem usedKey={usedKey} onKey={onKey} />
  const { who, title, text } = words[error.kind]
  return (
    <section class="problem" role="alert">
      <AnimalPicture id="4" kind={who} />
      <h2>{title}</h2>
      <p>{text}</p>
      {error.status !== undefined && (
        <p class="detail">
          {error.status}: <bdi>{error.message}</bdi>
        </p>
      )}
      <button type="button" class="primary" disabled={left > 0} onClick={onRetry}>
        {left > 0 ? `Try again in ${durationText(left)}` : 'Try again'}
      </button>
    </section>
  )
}

function KeyProblem({ usedKey, onKey }: { readonly usedKey: string; readonly onKey: (key: string) => void }) {
  return (
    <section class="problem" role="alert">
      <AnimalPicture id="7" kind="cat" />
      <h2>The key to the shop does not fit</h2>
      <p>
        The service refused <code>{usedKey.slice(0, 4)}…</code>, the key in use: it is mistyped, expired or revoked. The
        same one would be refused again, so enter another.
      </p>
      <KeyForm onKey={onKey} />
    </section>
  )
}
