// The panel's own page, as the server has it at `/`. Its style is beside it in index.html.
import { addressKeeper } from './place.ts'
import { startPanel } from './start-panel.tsx'
import { httpTransport } from './transport/http-transport.ts'

const tokenName = 'animal-store-panel.token'
const readToken = (): string | undefined => sessionStorage.getItem(tokenName) ?? undefined

const root = document.querySelector('.panel')
if (root !== null) {
  startPanel(root, {
    transport: httpTransport(location.origin, readToken),
    places: addressKeeper,
    hasToken: () => readToken() !== undefined,
    onToken: (token) => sessionStorage.setItem(tokenName, token),
  })
}
