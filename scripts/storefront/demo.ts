// Serves the demo storefront, a page that runs against the mock in its own tab, until Ctrl-C.
import { parseArgs } from 'node:util'
import { parseWholeNumber } from '../commands/parse-values.ts'
import { untilSignal } from '../commands/shell.ts'
import { serveStorefront } from './serve-storefront.ts'

const help = `Usage: npm run demo -- [--port NUMBER]

Build a small pet shop and serve it: it runs against the mock in its own tab, with the panel of the mock beside it.

  --port <number>  port to listen on, at 127.0.0.1; 0 takes any free one (default: 4020)
  -h, --help       this help
`

try {
  const port = readPort()
  if (port === undefined) console.log(help)
  else await serve(port)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode ||= 1
}

function readPort(): number | undefined {
  try {
    const { values } = parseArgs({
      options: { port: { type: 'string', default: '4020' }, help: { type: 'boolean', short: 'h', default: false } },
    })
    return values.help ? undefined : parseWholeNumber(values.port, 65_535)
  } catch (error) {
    process.exitCode = 2
    throw new Error(`Cannot read the options: ${(error as Error).message}\n\n${help}`, { cause: error })
  }
}

async function serve(port: number): Promise<void> {
  const shop = await serveStorefront({ port, hasPanel: true }).catch((error: Error) => {
    const problem = `Cannot open the shop on port ${port}: ${error.message}. Another one: npm run demo -- --port 0`
    throw new Error(problem, { cause: error })
  })
  console.log(`The shop is open at ${shop.url}

Try, in the panel in its corner or in the browser's console:
  a key that is refused        mock.store.sandbox().play('unauthorised', { calls: 1 })
  a minute that is used up     mock.store.sandbox().play('rate-limited', { calls: 1 })
  no network                   mock.store.sandbox().play('reset', { calls: 1 })
  the day getPet is removed    mock.store.sandbox().clock.set(new Date('2030-12-05'))

Other animals:  ${shop.url}?dataset=text  or  ?dataset=int64
Over HTTP:      npm start, and then  ${shop.url}?api=http://127.0.0.1:4010/v1
Its code:       scripts/storefront/client/api.ts shows how to treat 401, 429 and int64 ids

Ctrl-C closes it.`)
  await untilSignal()
  await shop.close()
}
