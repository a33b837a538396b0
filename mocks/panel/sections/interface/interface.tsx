import { useState } from 'preact/hooks'
import { keyIn } from '../../../keys/keys.ts'
import { usePanel } from '../../panel-context.tsx'
import { SectionHead } from '../../ui/layout.tsx'
import { type Operation, interfaceDocument } from './interface-document.ts'
import { draftOf } from './interface-draft.ts'
import { OperationView, Overview } from './interface-reference.tsx'
import { type Try, TryOut } from './try-out.tsx'

/**
 * The section "Interface": what the document says, and a try of each operation against the mock. No viewer of OpenAPI
 * works here: spec/decisions/0043-own-view-of-the-interface.md.
 */
export function InterfaceSection() {
  const panel = usePanel()
  const document = interfaceDocument()
  const { info, operations } = document
  const [tries, setTries] = useState<Readonly<Record<string, Try>>>({})
  const views: readonly Pick<Operation, 'id' | 'method' | 'deprecated'>[] = [{ id: '', method: '' }, ...operations]
  const operation = operations.find(({ id }) => id === panel.detail)
  return (
    <>
      <SectionHead
        title="Interface"
        about={`${info.title} ${info.version}: the document, and a try of each operation against this mock.`}
      />
      <div class="views" role="group" aria-label="Parts of the interface">
        {views.map(({ id, method, deprecated }) => (
          <button
            key={id}
            type="button"
            class="nav-item"
            aria-current={id === (operation?.id ?? '') ? 'true' : undefined}
            onClick={() => panel.go('interface', id || undefined)}
          >
            {method === '' ? null : <small>{method}</small>}
            {deprecated === true ? <s>{id}</s> : id || 'Overview'}
            {deprecated === true ? <span class="visually-hidden">(deprecated)</span> : null}
          </button>
        ))}
      </div>
      {operation === undefined ? (
        <Overview document={document} />
      ) : (
        <div class="operation-page" key={operation.id}>
          <OperationView operation={operation} />
          <TryOut
            operation={operation}
            tried={{ ...draftOf(operation, keyIn(panel.sandbox, 'test_pro')), ...tries[operation.id] }}
            onTry={(change) =>
              setTries((all) => ({ ...all, [operation.id]: { ...all[operation.id], ...change(all[operation.id]) } }))
            }
          />
        </div>
      )}
    </>
  )
}
