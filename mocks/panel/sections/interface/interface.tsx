import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { keyIn } from '../../../world/keys.ts'
import { usePanel } from '../../panel-context.tsx'
import { SectionHead } from '../../ui/layout.tsx'
import { interfaceDocument } from './interface-document.ts'
import { type Draft, draftOf } from './interface-draft.ts'
import { TryOut } from './interface-form.tsx'
import type { Outcome } from './interface-outcome.tsx'
import { OperationView, Overview, Schemas, schemasView } from './interface-reference.tsx'

/** The section "Interface": what the document says, and a try of each operation against the mock. */
export function InterfaceSection() {
  const panel = usePanel()
  const document = interfaceDocument()
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({})
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({})
  const open = (view: string | undefined) => panel.go('interface', view)
  const operation = document.operations.find(({ id }) => id === panel.detail)
  const isSchemas = panel.detail === schemasView
  return (
    <>
      <SectionHead
        title="Interface"
        about={`${document.title} ${document.version}: the document, and a try of each operation against this mock.`}
      />
      <div class="views" role="group" aria-label="Parts of the interface">
        <ViewButton isOn={operation === undefined && !isSchemas} onOpen={() => open(undefined)}>
          Overview
        </ViewButton>
        {document.operations.map(({ id, method, isDeprecated }) => (
          <ViewButton key={id} isOn={id === operation?.id} onOpen={() => open(id)}>
            <span class="view-method">{method}</span> <span class={isDeprecated ? 'is-deprecated' : ''}>{id}</span>
            {isDeprecated ? <span class="visually-hidden"> (deprecated)</span> : null}
          </ViewButton>
        ))}
        <ViewButton isOn={isSchemas} onOpen={() => open(schemasView)}>
          Schemas
        </ViewButton>
      </div>
      {isSchemas ? (
        <Schemas document={document} onOpen={open} />
      ) : operation === undefined ? (
        <Overview document={document} onOpen={open} />
      ) : (
        <div class="operation-page">
          <OperationView key={operation.id} operation={operation} onOpen={open} />
          <TryOut
            key={`try ${operation.id}`}
            document={document}
            operation={operation}
            draft={drafts[operation.id] ?? draftOf(operation, keyIn(panel.sandbox, 'test_pro'))}
            onDraft={(draft) => setDrafts((before) => ({ ...before, [operation.id]: draft }))}
            outcome={outcomes[operation.id]}
            onOutcome={(outcome) => setOutcomes((before) => ({ ...before, [operation.id]: outcome }))}
          />
        </div>
      )}
    </>
  )
}

function ViewButton({ isOn, onOpen, children }: { isOn: boolean; onOpen: () => void; children: ComponentChildren }) {
  return (
    <button type="button" class="view" aria-current={isOn ? 'true' : undefined} onClick={onOpen}>
      {children}
    </button>
  )
}
