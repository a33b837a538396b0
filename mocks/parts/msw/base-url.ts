import { escapeForRegExp } from '../../../spec/index.ts'
import { pathPrefix } from '../../call/route.ts'

/** The default base address: that of the mock's own server. */
const defaultBaseUrl = `http://127.0.0.1:4010${pathPrefix}`

/** The base address is invalid; the message says what is allowed. */
export class BaseUrlError extends Error {
  override readonly name = 'BaseUrlError'
}

/** The base address without a slash at its end. @throws {BaseUrlError} when it is invalid or does not end in `/v1` (section 1) */
export function readBaseUrl(text: string = defaultBaseUrl): string {
  const bare = text.replace(/(?<!\/)\/+$/, '')
  const wish = `Cannot answer at "${text}": expected an address that ends in ${pathPrefix}, such as ${defaultBaseUrl}`
  const url = URL.parse(bare, typeof location === 'undefined' ? undefined : location.href)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) throw new BaseUrlError(`${wish}.`)
  if (!url.pathname.endsWith(pathPrefix) || url.search !== '' || url.hash !== '')
    throw new BaseUrlError(`${wish}, without a query.`)
  return url.origin + url.pathname
}

/** Matches what is below a base address. No `:petId`: with it, MSW 2 fails at a bad escape, and takes /Pets for /pets. */
export function below(base: string, pattern: string): RegExp {
  return new RegExp(`^${escapeForRegExp(base)}${pattern}$`)
}

export function patternOf(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '[^/]+')
}
