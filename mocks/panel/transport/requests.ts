import { readJson, validateError, writeJson } from '../../../spec/index.ts'
import { PanelError, type Transport } from './transport.ts'

interface RequestParts {
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: string | undefined
}

/** Sends a request to the mock. Rejects with a {@link PanelError} when no reply comes. */
export type Reach = (target: string, request: RequestParts) => Promise<Response>

/** What a transport sends, by the way it reaches the mock. */
export function requestsBy(reach: Reach): Pick<Transport, 'send' | 'read' | 'call'> {
  return {
    async send({ method, target, body }) {
      const json = { headers: { 'content-type': 'application/json' }, body: writeJson(body) }
      const text = await acceptedText(await reach(target, { method, ...(body === undefined ? { headers: {} } : json) }))
      const reading = text === '' ? undefined : readJson(text)
      if (reading?.ok === false) throw new PanelError('The mock answered with something that is not JSON.')
      return reading?.value
    },
    async read(target) {
      return acceptedText(await reach(target, { method: 'GET', headers: {} }))
    },
    async call({ method, target, headers, body }) {
      const response = await reach(target, { method, headers: { ...headers }, body })
      return { status: response.status, headers: [...response.headers], body: await response.text() }
    },
  }
}

/** The body of a reply of the control API. @throws {PanelError} with the words of a refusal */
async function acceptedText(response: Response): Promise<string> {
  const { ok, status } = response
  const text = await response.text()
  if (ok) return text
  const reading = readJson(text)
  const value = reading.ok ? reading.value : undefined
  throw new PanelError(validateError(value) ? value.message : `The mock answered with ${status}.`, status)
}
