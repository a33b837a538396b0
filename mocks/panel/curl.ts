import { type ShellPart, curlLine, writeJson } from '../../spec/index.ts'
import type { ControlRequest, InterfaceCall } from '../control/client/transport.ts'

/** The one line for a shell that sends the same request of the control API. The token has a variable's place. */
export function controlCurl(origin: string, { method, target, body }: ControlRequest, needsToken: boolean): string {
  return curlLine({
    method,
    url: origin + target,
    headers: [...tokenHeader(needsToken), ...(body === undefined ? [] : ['Content-Type: application/json'])],
    body: body === undefined ? undefined : writeJson(body),
  })
}

/** The one line that sends a file as a request of the control API. */
export function fileCurl(
  origin: string,
  { method, target }: ControlRequest,
  bodyFile: string,
  needsToken: boolean,
): string {
  const headers = [...tokenHeader(needsToken), 'Content-Type: application/json']
  return curlLine({ method, url: origin + target, headers, bodyFile })
}

function tokenHeader(needsToken: boolean): readonly ShellPart[] {
  return needsToken ? [{ code: '"Authorization: Bearer ${ANIMAL_STORE_TOKEN}"' }] : []
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
