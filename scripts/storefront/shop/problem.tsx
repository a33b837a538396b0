import type { ComponentChildren } from 'preact'
import type { AnimalKind } from '../../../fixtures/datasets/categories.ts'
import type { ApiError, ApiErrorKind } from '../client/reply.ts'
import { Field, textsOf } from './dialog.tsx'
import { AnimalPicture } from './pet.tsx'

const titles: Readonly<Record<ApiErrorKind, readonly [who: AnimalKind, title: string]>> = {
  key: ['cat', 'The key to the shop does not fit'],
  wait: ['small-mammal', 'No requests left for now'],
  refused: ['bird', 'The shop did not understand us'],
  missing: ['cat', 'There is no such animal'],
  failed: ['dog', 'Something broke at the shop'],
}

interface MessageProps {
  readonly who: AnimalKind
  readonly title: string
  readonly role?: 'alert'
  readonly children: ComponentChildren
}

/** A message in the place of animals. */
export function Message({ who, title, role, children }: MessageProps) {
  return (
    <section class="message" role={role}>
      <AnimalPicture id="4" kind={who} />
      <h2>{title}</h2>
      {children}
    </section>
  )
}

interface ProblemProps {
  readonly error: ApiError
  readonly onRetry: () => void
  readonly onKey: (key: string) => void
}

/** What went wrong, and the one thing to do about it. */
export function Problem({ error: { kind, message, status }, onRetry, onKey }: ProblemProps) {
  const [who, title] = titles[kind]
  return (
    <Message who={who} title={title} role="alert">
      <p class="quiet">
        {status !== undefined && `${status}: `}
        <bdi>{message}</bdi>
      </p>
      {kind === 'key' && (
        <form class="form" onSubmit={(event) => onKey(textsOf(event)['key'] ?? '')}>
          <Field
            id="key"
            label="API key"
            title="Without spaces. The mock knows test_free, test_pro, test_business and test_enterprise."
            // A header cannot carry anything else.
            pattern="\s*[!-~]+\s*"
            autocapitalize="off"
          />
          <button class="primary">Use this key</button>
        </form>
      )}
      {kind !== 'key' && kind !== 'missing' && (
        <button class="primary" onClick={onRetry}>
          Try again
        </button>
      )}
    </Message>
  )
}
