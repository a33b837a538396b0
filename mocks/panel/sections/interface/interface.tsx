import { useMemo } from 'preact/hooks'
import { usePanel } from '../../panel-context.tsx'
import { Badge, SectionHead } from '../../ui/layout.tsx'
import { interfaceDocument } from './interface-document.ts'
import { OperationView, Overview } from './interface-reference.tsx'
import { TryOut } from './try-out.tsx'

/**
 * The section "Interface": what the document says, and a try of each operation against the mock. No viewer of OpenAPI
 * works here: spec/decisions/0043-own-view-of-the-interface.md.
 */
export function InterfaceSection() {
  const panel = usePanel()
  const document = useMemo(interfaceDocument, [])
  const { title, version } = document.info
  return (
    <>
      <SectionHead
        title="Interface"
        about={`${title} ${version}: the document${panel.lists.deployment === null ? ', and a try of each operation against this mock' : ''}.`}
      />
      {document.operations.map((operation) => {
        const isOpen = operation.id === panel.detail
        return (
          <details
            key={operation.id}
            class="card operation"
            open={isOpen}
            onToggle={({ currentTarget: { open } }) => {
              // It is also closed by the one that opens.
              if (open !== isOpen) panel.go('interface', open ? operation.id : undefined)
            }}
          >
            <summary>
              <code>
                <strong>{operation.method}</strong> {operation.path}
              </code>
              <h2>{operation.summary ?? operation.id}</h2>
              <Badge>{operation.id}</Badge>
              {operation['x-section'] && <Badge>{`section ${operation['x-section']}`}</Badge>}
              {operation.deprecated === true && <Badge kind="warn">deprecated</Badge>}
            </summary>
            <div class="operation-page">
              <OperationView operation={operation} />
              {panel.lists.deployment === null && <TryOut operation={operation} />}
            </div>
          </details>
        )
      })}
      <Overview document={document} />
    </>
  )
}
