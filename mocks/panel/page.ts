// The panel's own page, as the server has it at `/`. Its style is beside it in index.html.
import { addressKeeper } from './panel-location.ts'
import { startPanel } from './start-panel.tsx'
import { httpTransport } from '../control/client/http-transport.ts'

const tokenName = 'animal-store-panel.token'
const readToken = (): string | undefined => sessionStorage.getItem(tokenName) ?? undefined

const root = document.querySelector('.panel')
if (root !== null) {
  startPanel(root, {
    // A proxy may have put the whole mock below a path of its own.
    transport: httpTransport(new URL('.', location.href).href.slice(0, -1), readToken, {
      // So that the panel says soon that nothing answers.
      deadlineMilliseconds: 30_000,
    }),
    locationKeeper: addressKeeper,
    hasToken: () => readToken() !== undefined,
    onToken: (token) => sessionStorage.setItem(tokenName, token),
  })
}
