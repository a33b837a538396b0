/** The mock as handlers of MSW. */
export { BaseUrlError } from './base-url.ts'
export { type HandlersOptions, handlers } from './handlers.ts'
