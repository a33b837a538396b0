import { render } from 'preact'
import { useState } from 'preact/hooks'
import { App } from './app.tsx'
import type { Drawer } from './drawer.ts'
import type { PlaceKeeper } from './place.ts'
import type { Transport } from '../control/client/transport.ts'
import { TextField } from './ui/field.tsx'
import { Problem } from './ui/layout.tsx'
import { usePolled } from './use-resource.ts'
import type { ListsView } from './views.ts'

interface StartProps {
  readonly transport: Transport
  readonly places: PlaceKeeper
  /** Takes the token that a person gave. Absent where nobody can be asked for one. */
  readonly onToken?: ((token: string) => void) | undefined
  readonly hasToken?: () => boolean
  readonly drawer?: Drawer | undefined
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

function Start({ transport, places, onToken, hasToken, drawer }: StartProps) {
  const [attempts, setAttempts] = useState(0)
  const { value: lists, problem } = usePolled<ListsView>(transport, '/_mock/lists', attempts)
  if (lists !== undefined) {
    const needsToken = hasToken?.() === true
    return <App transport={transport} places={places} needsToken={needsToken} lists={lists} drawer={drawer} />
  }
  const retry = () => setAttempts((before) => before + 1)
  if (problem?.status === 401 && onToken !== undefined) {
    const take = (token: string) => {
      onToken(token)
      retry()
    }
    return <TokenForm isWrong={hasToken?.() === true} onToken={take} />
  }
  return <main class="alone">{problem === undefined ? null : <Problem problem={problem} onRetry={retry} />}</main>
}

interface TokenFormProps {
  readonly isWrong: boolean
  readonly onToken: (token: string) => void
}

function TokenForm({ isWrong, onToken }: TokenFormProps) {
  const [token, setToken] = useState('')
  return (
    <main class="alone">
      <form
        class="card form"
        aria-label="Access"
        onSubmit={(event) => {
          event.preventDefault()
          if (token !== '') onToken(token)
        }}
      >
        <h1>Animal Store mock</h1>
        <p>This mock was started with a token. The panel keeps it until this tab is closed.</p>
        <TextField
          label="Token"
          problem={isWrong ? 'The mock does not know this token.' : undefined}
          type="password"
          value={token}
          onValue={setToken}
        />
        <button type="submit" class="button primary">
          Open the panel
        </button>
      </form>
    </main>
  )
}
