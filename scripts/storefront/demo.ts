// Serves the demo storefront, a page that runs against the mock in its own tab, until Ctrl-C.
import { Command } from 'commander'
import { option, parseWholeNumber } from '../commands/command.ts'
import { untilSignal } from '../commands/shell.ts'
import { serveStorefront } from './serve-storefront.ts'

const program = new Command('npm run demo --')
  .description(
    'Build a small pet shop and serve it: it runs against the mock in its own tab, with its panel beside it.',
  )
  .addOption(
    option('--port <number>', 'port to listen on, at 127.0.0.1; 0 takes any free one', (text) =>
      parseWholeNumber(text, 65_535),
    ).default(4020),
  )
const { port } = program.parse().opts<{ port: number }>()
const shop = await serveStorefront(port).catch(({ message }: Error) =>
  program.error(`Cannot open the shop on port ${port}: ${message}. Another one: npm run demo -- --port 0`),
)
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
