import { sandboxPath, usePanel } from '../../panel-context.tsx'
import { useResource } from '../../use-resource.ts'
import { Action, TextForm } from '../../ui/action.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Card } from '../../ui/layout.tsx'
import { Text } from '../../ui/text.tsx'
import { writeFragment } from '../../place.ts'

/** `GET …/link`. */
interface LinkView {
  readonly link: string
  /** In words, what of the state no link can hold. */
  readonly leftOut: readonly string[]
}

/** How often the link is written anew, for the clock and what others changed. */
const linkMilliseconds = 2000

/** The state of the sandbox as one short text: to give away, and to take over. */
export function StateLink() {
  const { sandbox, transport } = usePanel()
  const { value } = useResource<LinkView>(sandboxPath(sandbox, '/link'), linkMilliseconds)
  const link = value?.link ?? ''
  return (
    <Card title="State as a link">
      <p class="muted">
        Dataset, scenarios, fault, clock and choices in one line: for a colleague, a bug report, a test.
      </p>
      <div class="link-row">
        <code class="state-link" tabIndex={0} role="textbox" aria-readonly="true" aria-label="State of this sandbox">
          {link === '' ? 'everything has its default' : link}
        </code>
        <CopyButton text={link} what="the state" />
      </div>
      {transport.isServer ? <CopyAddress link={link} /> : null}
      {value === undefined || value.leftOut.length === 0 ? null : (
        <ul class="hint left-out" aria-label="What it does not hold">
          {value.leftOut.map((note) => (
            <li key={note}>
              <Text>{note}</Text>
            </li>
          ))}
        </ul>
      )}
      <TextForm
        purpose="Take a state over"
        label="Take over"
        submit="Begin anew"
        class="mono"
        placeholder="dataset=large&scenario=slow"
        hintFor={() => 'A state, or an address that has one. The sandbox begins anew.'}
        requestFor={(text) => (text.trim() === '' ? undefined : putLink(sandbox, text.trim()))}
        doneFor={() => 'The sandbox began anew, in that state.'}
      />
    </Card>
  )
}

function putLink(sandbox: string, link: string) {
  return { method: 'PUT', target: sandboxPath(sandbox, '/link'), body: { link } } as const
}

/** The address of this panel that asks, where it is opened, whether the state is to be taken over. */
function CopyAddress({ link }: { link: string }) {
  const { transport, sandbox } = usePanel()
  const address = `${transport.origin}/${writeFragment({ section: 'sandboxes', sandbox, detail: link })}`
  return (
    <div class="link-row">
      <span>The address of this panel that offers it</span>
      <CopyButton text={address} what="the address of this panel with the state" />
    </div>
  )
}

/** The state that the address of the panel brought. It is taken over by a click alone: a link from elsewhere changes nothing. */
export function LinkOfAddress() {
  const panel = usePanel()
  const { sandbox, detail } = panel
  if (detail === undefined || detail === '') return null
  return (
    <section class="card asked-link" aria-label="A state that the address brought">
      <p>
        The address brought a state. Take it over, and the sandbox <strong>{sandbox}</strong> begins anew in it:
      </p>
      <code class="state-link">
        <Text>{detail}</Text>
      </code>
      <div class="row">
        <Action
          request={putLink(sandbox, detail)}
          done="The sandbox began anew, in that state."
          kind="primary"
          onDone={() => panel.go('sandboxes')}
        >
          Take it over
        </Action>
        <button type="button" class="button" onClick={() => panel.go('sandboxes')}>
          Leave it
        </button>
      </div>
    </section>
  )
}
