/** The mock's core: a store that answers calls, free of any transport. */
export {
  type Animals,
  type AnimalsBeginning,
  type AnimalsChange,
  type GivenPet,
  Herd,
  type NumberedPets,
  type Page,
  type PageQuery,
} from './animals.ts'
export type { Awaitable, Call, Reply } from './call.ts'
export { Clock, type ClockState } from './clock.ts'
export { type ErrorCode, errorCodes } from './error-reply.ts'
export { type Fault, type FaultId, faults } from './faults/index.ts'
export {
  Journal,
  type JournalEntry,
  type JournalFilter,
  type JournalRecord,
  JournalTimeoutError,
  journalEntry,
} from './journal.ts'
export { KeyError, type KeyOption, type KeyRecord, KeyRing, testKeys } from './keys.ts'
export { OptionsError } from './known-options.ts'
export { MemoryAnimals } from './memory-animals.ts'
export { MemoryQuotas, type Quota, type QuotaRequest, type QuotaState, type Quotas } from './quota.ts'
export type { PlayableReply, RecordedReply } from './recorded-reply.ts'
export { type Play, type PlayLimits, Sandbox } from './sandbox.ts'
export { SandboxError } from './sandbox-error.ts'
export { type Scenario, type ScenarioId, scenarios } from './scenarios.ts'
export {
  type LinkNames,
  type LinkedPlay,
  type LinkedState,
  StateLinkError,
  readStateLink,
  writeStateLink,
} from './state-link.ts'
export { type AnimalStore, type AnimalStoreOptions, type RecordListener, createAnimalStore } from './store.ts'
export type { Int64, NewPet, OperationId, Pet, PetStatus, Reading, SilenceId } from '../spec/index.ts'
export { InexactJsonError, ReadingError } from '../spec/index.ts'
