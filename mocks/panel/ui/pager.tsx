import { counted } from '../../../spec/counted.ts'
import { IconButton } from './layout.tsx'

/** How many rows a page of a list has: spec/decisions/0113-pages-of-long-lists.md. */
export const pageSize = 100

interface PagerProps {
  /** The page that is shown; the first is 0. */
  readonly page: number
  /** How many rows the whole list has; `undefined` until that is known. */
  readonly total: number | undefined
  /** What a row is, such as "animal". */
  readonly what: string
  readonly onPage: (page: number) => void
}

/** How long a list is, and the way to each of its pages. */
export function Pager({ page, total = 0, what, onPage }: PagerProps) {
  const pages = Math.ceil(total / pageSize)
  const go = (wanted: number) => onPage(Math.max(0, Math.min(pages - 1, wanted)))
  return (
    <div class="row pager">
      <p class="muted" role="status">
        {counted(total, what)}
      </p>
      {pages > 1 && (
        <>
          <IconButton icon="previous" label="Previous page" onClick={() => go(page - 1)} />
          <label>
            Page{' '}
            <input
              type="number"
              min={1}
              max={pages}
              value={page + 1}
              onInput={({ currentTarget: { valueAsNumber } }) =>
                valueAsNumber >= 1 && go(Math.trunc(valueAsNumber) - 1)
              }
            />{' '}
            of {pages.toLocaleString('en')}
          </label>
          <IconButton icon="next" label="Next page" onClick={() => go(page + 1)} />
        </>
      )}
    </div>
  )
}
