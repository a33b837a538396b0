import { operations } from '../../../spec/index.ts'
import { usePanel } from '../panel-context.tsx'
import { SectionLink } from '../ui/layout.tsx'
import { TryOut } from './try-out.tsx'

const { listPets: first } = operations

/** The way to the document, and a form for a call of each operation: spec/decisions/0209-interface-tab.md. */
export function Interface() {
  const { transport, detail, lists } = usePanel()
  const all = Object.values(operations)
  const operation = all.find(({ id }) => id === detail) ?? first
  const document = '/openapi.yaml'
  return (
    <div class="stack">
      <p class="muted">
        {transport.isServer && lists.deployment === null ? (
          <a href={`${transport.origin}${document}`} target="_blank" rel="noreferrer">
            The interface as an OpenAPI document
          </a>
        ) : (
          <>
            The interface as an OpenAPI document is <code>spec/openapi.yaml</code> of the package.
          </>
        )}
      </p>
      <div class="row" role="group" aria-label="Operations">
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
      </div>
      <TryOut key={operation.id} operation={operation} />
    </div>
  )
}
