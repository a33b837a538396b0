// The panel's own page, as the server has it at `/`, with its style beside it in index.html; or in a report, as one file.
import { addressKeeper } from './panel-location.ts'
import { startPanel } from './start-panel.tsx'
import { readJson } from '../../../spec/index.ts'
import { httpTransport } from '../../control/client/http-transport.ts'
import { reportTransport } from '../../control/client/report-transport.ts'
import type { Transport } from '../../control/client/transport.ts'
import type { MockReport } from '../../control/report/mock-report.ts'

const tokenName = 'animal-store-panel.token'
const readToken = (): string | undefined => sessionStorage.getItem(tokenName) ?? undefined

const report = readReport()
const root = document.querySelector('.panel')
if (root !== null) {
  startPanel(root, {
    transport: report === undefined ? liveTransport() : reportTransport(report),
    locationKeeper: addressKeeper,
    hasToken: () => readToken() !== undefined,
    onToken: (token) => sessionStorage.setItem(tokenName, token),
  })
}

function liveTransport(): Transport {
  // A proxy may have put the whole mock below a path of its own.
  return httpTransport(new URL('.', location.href).href.slice(0, -1), readToken, {
    // So that the panel says soon that nothing answers.
    deadlineMilliseconds: 30_000,
  })
}

/** The report in this page; `undefined` for a page of a mock that runs. */
function readReport(): MockReport | undefined {
  const text = document.querySelector('script.report')?.textContent
  if (text === undefined) return undefined
  const reading = readJson(text)
  // The mock wrote it, so it is JSON. If clients sent more names than readJson takes, large numbers are rounded.
  return (reading.ok ? reading.value : JSON.parse(text)) as MockReport
}
