import type { ComponentChildren } from 'preact'
import type { AnimalKind } from '../../../fixtures/datasets/categories.ts'
import type { ApiError } from '../client/reply.ts'
import { Field, textsOf } from './field.tsx'
import { AnimalPicture } from './pet.tsx'

interface MessageProps {
  readonly who: AnimalKind
  readonly title: string
  readonly role?: 'alert'
  readonly children: ComponentChildren
}

/** What the page shows in place of animals. */
export function Message({ who, title, role, children }: MessageProps) {
  return (
    <section class="message" role={role}>
      <AnimalPicture id="4" kind={who} />
      <h2>{title}</h2>
      {children}
    </section>
  )
}

function titleOf(status = 500): readonly [AnimalKind, string] {
  if (status === 401) return ['cat', 'The key to the shop does not fit']
  if (status === 429) return ['small-mammal', 'No requests left for now']
  return status < 500 ? ['bird', 'The shop did not understand us'] : ['dog', 'Something broke at the shop']
}

interface ProblemProps {
  readonly error: ApiError
  readonly onRetry: () => void
  readonly onKey: (key: string) => void
}

/** What went wrong, and the one thing to do about it. */
export function Problem({ error: { message, status }, onRetry, onKey }: ProblemProps) {
  const [who, title] = titleOf(status)
  return (
    <Message who={who} title={title} role="alert">
      <p class="quiet">
        {status !== undefined && `${status}: `}
        <bdi>{message}</bdi>
      </p>
      {status === 401 ? (
        <form class="form" onSubmit={(event) => onKey(textsOf(event)['key'] ?? '')}>
          <Field
            id="key"
            label="API key"
            title="Without spaces. The mock knows test_free, test_pro, test_business and test_enterprise."
            // All that a header can carry.
            pattern="\s*[!-~]+\s*"
            autocapitalize="off"
          />
          <button class="primary">Use this key</button>
        </form>
      ) : (
        <button class="primary" onClick={onRetry}>
          Try again
        </button>
      )}
    </Message>
  )
}
