/** The HTTP client of the interface, for what calls a deployment. It is kept apart from `spec/index.ts`, which browsers load. */
export { ContractOptionsError, baseUrlOf } from './base-url.ts'
export { type Exchange, type Method, type Outgoing, type Received, headerOf } from './exchange.ts'
export {
  type Client,
  type ClientOptions,
  type Transport,
  TransportFailure,
  agentMaker,
  closeAfterAbort,
  createClient,
  sendOnce,
} from './http-client.ts'
export { type RateLimit, readRateLimit, readRetryAfter, serverTime } from './rate-limit.ts'
export { type RunClock, realClock } from './run-clock.ts'
