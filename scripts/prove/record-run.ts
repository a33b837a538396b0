import type { ContractOptions } from '../../contract-tests/index.ts'
import type { Exchange } from '../../contract-tests/client/index.ts'
import { harEnd, harEntry, harStart } from '../../spec/har.ts'

/** Records the traffic of a run, as a proxy between the suite and a deployment would. */
export function recordRun(): { readonly watch: NonNullable<ContractOptions['watch']>; readonly har: () => string } {
  const entries: string[] = []
  return {
    watch: (client, clock) => ({
      ...client,
      async send(outgoing) {
        const sentAtMilliseconds = clock.now()
        const exchange = await client.send(outgoing)
        entries.push(JSON.stringify(entryOf({ ...exchange, sentAtMilliseconds })))
        return exchange
      },
    }),
    har: () => `${harStart}${entries.join(',\n')}${harEnd}`,
  }
}

function entryOf({ request, response, problem, sentAtMilliseconds, tookMilliseconds }: Exchange): object {
  const bytes = Buffer.from(response?.bytes ?? [])
  return harEntry({
    startedAtMilliseconds: sentAtMilliseconds,
    tookMilliseconds,
    method: request.method,
    url: request.url,
    requestHeaders: Object.entries(request.headers),
    requestBody: request.body,
    status: response?.status ?? 0,
    responseHeaders: [...(response?.headers ?? [])].flatMap(([name, values]) =>
      values.map((value) => [name, value] as const),
    ),
    body: { text: bytes.toString('base64'), size: bytes.length, encoding: 'base64' },
    problem: problem?.kind,
  })
}
