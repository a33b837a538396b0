import type { JSX } from 'preact'
import type { Quota } from './api.ts'
import type { Source } from './source.ts'

export function TopBar(props: {
  readonly source: Source
  readonly quota: Quota | undefined
  readonly onAdd: () => void
  readonly onSource: () => void
}): JSX.Element {
  const { source, quota, onAdd, onSource } = props
  return (
    <header class="top">
      <a class="brand" href="#">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path d="M16 15c5 0 9 5 9 9 0 3-3 4-5 3s-6-1-8 0-5 0-5-3c0-4 4-9 9-9zM7 11c2 0 3 2 3 5s-1 4-3 4-4-2-4-4 2-5 4-5zm18 0c2 0 4 3 4 5s-2 4-4 4-3-1-3-4 1-5 3-5zM12 4c2 0 3 2 3 5s-1 4-3 4-3-2-3-4 1-5 3-5zm8 0c2 0 3 3 3 5s-1 4-3 4-3-1-3-4 1-5 3-5z" />
        </svg>
        <span>Paws &amp; Company</span>
      </a>
      <QuotaMeter quota={quota} />
      <button type="button" class="source" onClick={onSource}>
        <span class={`dot dot-${source.kind}`} />
        <span class="label">{source.kind === 'tab' ? 'Mock in this tab' : new URL(source.baseUrl).host}</span>
      </button>
      <button type="button" class="primary add" onClick={onAdd}>
        Add an animal
      </button>
    </header>
  )
}

function QuotaMeter({ quota }: { readonly quota: Quota | undefined }): JSX.Element {
  const part = quota === undefined ? 0 : Math.max(0, Math.min(1, quota.remaining / quota.limit))
  return (
    <div class="quota" data-low={quota !== undefined && part < 0.15}>
      <span class="text">
        {quota === undefined ? 'Requests left' : `${quota.remaining} of ${quota.limit} requests left`}
      </span>
      <div
        class="meter"
        role="meter"
        aria-label="Requests left"
        aria-valuemin={0}
        aria-valuemax={quota?.limit ?? 0}
        aria-valuenow={quota?.remaining ?? 0}
      >
        <div style={{ width: `${part * 100}%` }} />
      </div>
    </div>
  )
}
