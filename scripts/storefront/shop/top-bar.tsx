import type { JSX } from 'preact'
import type { Quota } from '../client/api.ts'
import paw from './paw.svg'
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
        <img src={paw} alt="" width="34" />
        <span>Paws &amp; Company</span>
      </a>
      <QuotaMeter quota={quota} />
      <button type="button" class="source" onClick={onSource}>
        {source.kind === 'tab' ? 'Mock in this tab' : new URL(source.baseUrl).host}
      </button>
      <button type="button" class="primary" onClick={onAdd}>
        Add an animal
      </button>
    </header>
  )
}

function QuotaMeter({ quota }: { readonly quota: Quota | undefined }): JSX.Element {
  const { remaining = 0, limit = 0 } = quota ?? {}
  return (
    <div class="quota">
      {quota === undefined ? 'Requests left' : `${remaining} of ${limit} requests left`}
      <meter aria-label="Requests left" max={limit} low={limit * 0.15} optimum={limit} value={remaining} />
    </div>
  )
}
