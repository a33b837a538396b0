import { defaultSandboxName } from '../../../keys/keys.ts'
import { usePanel } from '../../panel-context.tsx'
import { ConfirmedAction } from '../../ui/confirmed-action.tsx'
import { SectionHead } from '../../ui/layout.tsx'
import { Demos, LinkOfAddress, StateLink } from './sandboxes-link.tsx'
import { SandboxList } from './sandboxes-list.tsx'
import { Snapshots } from './sandboxes-snapshots.tsx'

/** The section "Sandboxes": the one that is looked at, and all others. */
export function Sandboxes() {
  const panel = usePanel()
  return (
    <>
      <SectionHead
        title="Sandboxes"
        about="Each sandbox is a world of its own: no other sandbox sees what happens in it. A key names its sandbox, so parallel tests need nothing else."
      >
        <ConfirmedAction
          request={{ method: 'POST', target: '/_mock/reset' }}
          done="The whole mock was reset to its start."
          question="Delete every other sandbox and reset the default one?"
          yes="Reset the mock"
          onDone={() => panel.openSandbox(defaultSandboxName)}
        >
          Reset the whole mock…
        </ConfirmedAction>
      </SectionHead>
      <LinkOfAddress />
      <SandboxList />
      <div class="grid">
        <Snapshots />
        <Demos />
        <StateLink />
      </div>
    </>
  )
}
