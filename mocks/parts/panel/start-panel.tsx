import { render } from 'preact'
import { useState } from 'preact/hooks'
import type { Transport } from '../../control/client/transport.ts'
import { App } from './app.tsx'
import type { LocationKeeper } from './panel-location.ts'
import { Field } from './ui/field.tsx'
import { Form } from './ui/form.tsx'
import { Button, Problem } from './ui/layout.tsx'
import { usePolled } from './use-resource.ts'
import type { Lists } from '../../../spec/made/control-types.ts'

/** What the panel shows, and where it is. */
export interface StartProps {
  readonly transport: Transport
  readonly locationKeeper: LocationKeeper
  /** Takes the token that a person gave. Absent where nobody can be asked for one. */
  readonly onToken?: ((token: string) => void) | undefined
  readonly hasToken?: () => boolean
  /** Closes the panel, where it lies over another page. */
  readonly onClose?: () => void
}

/** Shows the panel in an element, from its first request on. Returns what takes it away. */
export function startPanel(element: Element, props: StartProps): () => void {
  render(
    <div class="frame">
      <Start {...props} />
    </div>,
    element,
  )
  return () => render(null, element)
}

function Start(props: StartProps) {
  const { transport, onToken, hasToken } = props
  const { value: lists, problem, refresh } = usePolled<Lists>(transport, '/_mock/lists', 0)
  const [token, setToken] = useState('')
  if (lists !== undefined) return <App {...props} lists={lists} />
  if (problem?.status !== 401 || onToken === undefined) {
    return <div class="alone">{problem && <Problem problem={problem} onRetry={refresh} />}</div>
  }
  const take = () => {
    if (token === '') return
    onToken(token)
    refresh()
  }
  return (
    <div class="alone">
      <Form class="card" label="Access" onSubmit={take}>
        <h1>Animal Store mock</h1>
        <p>This mock was started with a token. The panel keeps it until this tab is closed.</p>
        <Field
          label="Token"
          problem={hasToken?.() === true ? 'The mock does not know this token.' : undefined}
          type="password"
          value={token}
          onValue={setToken}
        />
        <Button type="submit" text="Open the panel" class="primary" />
      </Form>
    </div>
  )
}
