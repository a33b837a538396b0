/** The mock as handlers of MSW. */
export { BaseUrlError, type HandlersOptions, handlers } from './handlers.ts'
