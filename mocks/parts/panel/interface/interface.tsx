import { operations } from '../../../../spec/index.ts'
import { callOf } from '../bench/call-again.ts'
import { useFeed } from '../bench/feed.tsx'
import { usePanel } from '../panel-context.tsx'
import { SectionLink } from '../ui/layout.tsx'
import { Roving } from '../ui/roving.tsx'
import { Composer } from './composer.tsx'

const { listPets: first } = operations

/** The way to the document, and a form for a call of each operation, new or as one that came: spec/decisions/0203-what-the-panel-draws.md. */
export function Interface() {
  const { transport, detail, lists, sandbox } = usePanel()
  const { entries } = useFeed().calls
  const all = Object.values(operations)
  const [name, number] = detail?.split(' ') ?? []
  const operation = all.find(({ id }) => id === name) ?? first
  const entry = entries.find((one) => String(one.number) === number && one.operation === operation.id)
  return (
    <div class="stack">
      <Roving class="row" role="group" aria-label="Operations">
        {all.map(({ id, method, path, isDeprecated }) => (
          <SectionLink
            key={id}
            section="interface"
            detail={id}
            class="button"
            aria-current={id === operation.id ? 'page' : undefined}
          >
            <strong>{id}</strong>{' '}
            <span class="mono">
              {method} {path}
            </span>
            {isDeprecated && <small>deprecated</small>}
          </SectionLink>
        ))}
      </Roving>
      <p class="muted">
        {entry ? `As call ${number}, to be edited and sent again. ` : ''}
        {transport.isServer && lists.deployment === null ? (
          <a href={`${transport.origin}/openapi.yaml`} target="_blank" rel="noreferrer">
            The interface as an OpenAPI document
          </a>
        ) : (
          <>
            The interface as an OpenAPI document is <code>spec/openapi.yaml</code> of the package.
          </>
        )}
      </p>
      <Composer key={`${operation.id} ${entry?.number}`} operation={operation} call={entry && callOf(entry, sandbox)} />
    </div>
  )
}
