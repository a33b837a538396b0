import type { JSX } from 'preact'
import { statusLabels } from './pet-words.tsx'
import { type PetStatus, petStatuses } from '../client/pets.ts'

/** What the visitor wants to see. */
export interface Filter {
  readonly status: PetStatus | undefined
  readonly limit: number
  readonly search: string
}

const limits = [10, 20, 50, 100]

export function Toolbar(props: { readonly filter: Filter; readonly onChange: (filter: Filter) => void }): JSX.Element {
  const { filter, onChange } = props
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
        onInput={(event) => onChange({ ...filter, search: event.currentTarget.value })}
      />
      <label class="limit">
        <span>Show</span>
        <select
          value={String(filter.limit)}
          onChange={(event) => onChange({ ...filter, limit: Number(event.currentTarget.value) })}
        >
          {limits.map((limit) => (
            <option key={limit}>{limit}</option>
          ))}
        </select>
      </label>
    </div>
  )
}
