/** The suite in test runners, and on an app in this process. */
export { type App, type AppOptions, type FetchLike, contractOf } from './contract-of.ts'
export { type TestRunner, describeContractWith } from './describe-contract.ts'
