import type { AnimalKind } from '../../../fixtures/datasets/categories.ts'
import type { ApiError, ApiErrorKind } from '../client/reply.ts'
import { Field, Form } from './dialog.tsx'
import { AnimalPicture } from './pet.tsx'
import { useSecondsLeft } from './use-answer.ts'

const titles: Readonly<Record<ApiErrorKind, readonly [who: AnimalKind, title: string]>> = {
  key: ['cat', 'The key to the shop does not fit'],
  wait: ['small-mammal', 'No requests left for now'],
  refused: ['bird', 'The shop did not understand us'],
  missing: ['cat', 'There is no such animal'],
  failed: ['dog', 'Something broke at the shop'],
}

interface ProblemProps {
  readonly error: ApiError
  readonly onRetry: () => void
  readonly onKey: (key: string) => void
}

/** What went wrong in the place of the animals, and the one thing to do about it. */
export function Problem({ error: { kind, message, status }, onRetry, onKey }: ProblemProps) {
  const [who, title] = titles[kind]
  return (
    <section class="problem" role="alert">
      <AnimalPicture id="4" kind={who} />
      <h2>{title}</h2>
      <p class="quiet">
        {status !== undefined && `${status}: `}
        <bdi>{message}</bdi>
      </p>
      {kind === 'key' ? (
        <Form onTexts={({ key = '' }) => onKey(key)} submit="Use this key">
          <Field
            id="key"
            label="API key"
            title="Without spaces. The mock knows test_free, test_pro, test_business and test_enterprise."
            // A header cannot carry anything else.
            pattern="\s*[!-~]+\s*"
            autocapitalize="off"
            spellcheck={false}
          />
        </Form>
      ) : (
        kind !== 'missing' && (
          <button type="button" class="primary" onClick={onRetry}>
            Try again
          </button>
        )
      )}
    </section>
  )
}

/** Says that the shop waits, and counts the seconds down. @param end when the wait ends, by `performance.now()` */
export function WaitNotice({ end }: { end: number | undefined }) {
  const left = useSecondsLeft(end)
  if (left === 0) return null
  return (
    <div class="notice">
      {/* Said once: a voice that counts along would drown everything else. */}
      <p role="status">
        <strong>The shop is busy.</strong> It asked us to wait, and we go on by ourselves.
      </p>
      <p role="timer" aria-live="off">
        Next try in {left} s
      </p>
    </div>
  )
}
