import { type ShellPart, curlLine, writeJson } from '../../../spec/index.ts'
import type { ControlRequest, InterfaceCall } from '../../control/client/transport.ts'

/** The one line for a shell that sends the same request of the control API. The token has a variable's place. */
export function controlCurl(origin: string, request: ControlRequest, needsToken: boolean): string {
  const { method, target, body } = request
  return curlLine({
    method,
    url: origin + target,
    headers: [
      ...(needsToken ? [{ code: '"Authorization: Bearer ${ANIMAL_STORE_TOKEN}"' }] : []),
      ...(body !== undefined ? ['Content-Type: application/json'] : []),
    ],
    body: body === undefined ? undefined : writeJson(body),
  })
}

/** The one line for a shell that sends the same call of the interface. `shown` stands before its headers. */
export function interfaceCurl(origin: string, call: InterfaceCall, shown: readonly ShellPart[] = []): string {
  const { method, target, headers, body } = call
  return curlLine({
    options: ['-i'],
    method,
    url: origin + target,
    headers: [...shown, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)],
    body: body === '' ? undefined : body,
  })
}
