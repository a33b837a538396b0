import type { Quota } from '../client/api.ts'
import { type PetStatus, petStatuses } from '../client/pets.ts'
import paw from './paw.svg'
import { statusLabels } from './pet.tsx'
import type { Source } from './source.ts'

interface TopBarProps {
  readonly source: Source
  readonly quota: Quota | undefined
  readonly onAdd: () => void
  readonly onSource: () => void
}

export function TopBar({ source, quota, onAdd, onSource }: TopBarProps) {
  const { remaining = 0, limit = 0 } = quota ?? {}
  return (
    <header class="top">
      <a class="brand" href="#">
        <img src={paw} alt="" width="34" />
        <span>Paws &amp; Company</span>
      </a>
      <div class="quota">
        {quota === undefined ? 'Requests left' : `${remaining} of ${limit} requests left`}
        <meter aria-label="Requests left" max={limit} low={limit * 0.15} optimum={limit} value={remaining} />
      </div>
      <button type="button" class="source" onClick={onSource}>
        {source.kind === 'tab' ? 'Mock in this tab' : new URL(source.baseUrl).host}
      </button>
      <button type="button" class="primary" onClick={onAdd}>
        Add an animal
      </button>
    </header>
  )
}

/** What the visitor wants to see. */
export interface Filter {
  readonly status: PetStatus | undefined
  readonly limit: number
  readonly search: string
}

export function Toolbar({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  return (
    <div class="toolbar">
      <fieldset class="statuses" aria-label="Status">
        {[undefined, ...petStatuses].map((status) => (
          <label key={status ?? 'all'}>
            <input
              type="radio"
              name="filter"
              checked={filter.status === status}
              onChange={() => onChange({ ...filter, status })}
            />
            <span>{status === undefined ? 'All' : statusLabels[status]}</span>
          </label>
        ))}
      </fieldset>
      <input
        type="search"
        class="search"
        aria-label="Search on this page"
        placeholder="Search on this page"
        value={filter.search}
        onInput={({ currentTarget }) => onChange({ ...filter, search: currentTarget.value })}
      />
      <label class="limit">
        <span>Show</span>
        <select
          value={String(filter.limit)}
          onChange={({ currentTarget }) => onChange({ ...filter, limit: Number(currentTarget.value) })}
        >
          {[10, 20, 50, 100].map((limit) => (
            <option key={limit}>{limit}</option>
          ))}
        </select>
      </label>
    </div>
  )
}
