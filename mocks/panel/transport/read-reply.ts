import { decodeUtf8, readJson, validateError } from '../../../spec/index.ts'
import { PanelError } from './transport.ts'

/** The body of a reply as text. */
export function textOf(body: string | Uint8Array): string {
  return typeof body === 'string' ? body : (decodeUtf8(body) ?? '')
}

/** The value of a reply of the control API. @throws {PanelError} with the words of a refusal */
export function readReply(status: number, body: string | Uint8Array): unknown {
  const text = textOf(body)
  const reading = text === '' ? undefined : readJson(text)
  const value = reading?.ok === true ? reading.value : undefined
  if (status < 400) {
    if (reading?.ok === false) throw new PanelError('The mock answered with something that is no JSON.', status)
    return value
  }
  throw new PanelError(validateError(value) ? value.message : `The mock answered with ${status}.`, status)
}
