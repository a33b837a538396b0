import { defaultSandboxName } from '../../../keys/keys.ts'
import { sandboxPath, usePanel } from '../../panel-context.tsx'
import { Action } from '../../ui/action.tsx'
import { ConfirmedAction } from '../../ui/confirmed-action.tsx'
import { counted } from '../../ui/counted.ts'
import { Card, SectionHead } from '../../ui/layout.tsx'
import { LinkOfAddress, StateLink } from './sandboxes-link.tsx'
import { SandboxList, WhatIsOn } from './sandboxes-list.tsx'
import { Snapshots } from './sandboxes-snapshots.tsx'

/** The section "Sandboxes": the one that is looked at, and all others. */
export function Sandboxes() {
  const panel = usePanel()
  return (
    <>
      <SectionHead
        title="Sandboxes"
        about="Worlds of their own: nothing in one is seen in another. A key names its sandbox, so parallel tests need nothing else."
      >
        <ConfirmedAction
          request={{ method: 'POST', target: '/_mock/reset' }}
          done="The whole mock is as it was at its start."
          question="Forget every sandbox and reset the default one?"
          yes="Reset the mock"
          onDone={() => panel.openSandbox(defaultSandboxName)}
        >
          Reset the whole mock…
        </ConfirmedAction>
      </SectionHead>
      <LinkOfAddress />
      <SandboxList />
      <div class="grid">
        <ThisSandbox />
        <Snapshots />
        <StateLink />
      </div>
    </>
  )
}

function ThisSandbox() {
  const panel = usePanel()
  const { sandbox, view } = panel
  const target = sandboxPath(sandbox)
  return (
    <Card title={sandbox}>
      {view === undefined ? null : (
        <p class="row">
          {counted(view.animals, 'animal')}, {counted(view.calls, 'call')},{' '}
          {counted(Object.keys(view.choices).length, 'own choice')}
          <WhatIsOn {...view} fault={view.fault?.id} />
        </p>
      )}
      <div class="row">
        <Action request={{ method: 'POST', target: `${target}/reset` }} done={`${sandbox} is as it was at its start.`}>
          Reset
        </Action>
        {sandbox === defaultSandboxName ? null : (
          <ConfirmedAction
            request={{ method: 'DELETE', target }}
            done={`${sandbox} was forgotten.`}
            question="Forget all of it?"
            yes={`Forget ${sandbox}`}
            onDone={() => panel.openSandbox(defaultSandboxName)}
          >
            Forget…
          </ConfirmedAction>
        )}
      </div>
      <p class="hint">A reset brings the animals of the start, full quotas and real time back. Snapshots stay.</p>
    </Card>
  )
}
