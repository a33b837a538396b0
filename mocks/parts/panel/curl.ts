import { curlLine, writeJson } from '../../../spec/index.ts'
import type { ControlRequest } from '../../control/client/transport.ts'

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
