/** The mock's core: a store that answers calls, free of any transport. */
export {
  type AnimalStorage,
  type Animals,
  type AnimalsBeginning,
  type AnimalsDifference,
  type GivenPet,
  BaseAnimals,
  type NumberedPets,
} from './animals/animals.ts'
export type { Page, PageQuery } from './animals/items.ts'
export type { Call, Reply } from './call/call.ts'
export { Clock, type ClockPatch, type ClockState } from './world/clock.ts'
export type { ChangedReply, HeldReply, Release } from './world/holds.ts'
export type { Conduct, ConductFinding, ConductOptions, RuleId } from './parts/conduct/conduct.ts'
export { type ErrorCode, errorCodes, errorDetails } from './call/error-codes.ts'
export { type Fault, type FaultId, faults } from './parts/faults/index.ts'
export { Journal, type JournalBounds } from './journal/journal.ts'
export { JournalTimeoutError } from './journal/wait-for-call.ts'
export type { JournalFilter } from './journal/journal-filter.ts'
export type { JournalRecord } from './journal/journal-record.ts'
export { type Coverage, type CoveredAnswer, coverageOf } from './parts/coverage/coverage.ts'
export { journalHar } from './journal/journal-har.ts'
export { LostCallsError } from './journal/lost-calls.ts'
export { type JournalEntry, journalEntry, journalLine } from './journal/journal-entry.ts'
export { KeyError, type KeyOption, type KnownKey, KeyRing, testKeys } from './keys/keys.ts'
export { type DescribedScenario as Scenario, describedScenarios as scenarios } from './world/described-scenarios.ts'
export { MemoryItems } from './animals/memory-items.ts'
export type { Quota, QuotaRequest, QuotaState, Quotas } from './keys/quota.ts'
export type { PlayableReply, RecordedReply } from './world/recorded-reply.ts'
export type { Play, PlayLimits } from './world/plays.ts'
export { Sandbox } from './world/sandbox.ts'
export { SandboxError } from './world/sandbox-error.ts'
export type { ScenarioId, ScenarioName } from './world/scenarios.ts'
export { StateLinkError, readStateLink, writeStateLink } from './world/state-link.ts'
export type { GivenSettings, LinkedState, Settings, SettingsPatch } from './world/settings.ts'
export { type AnimalStore, type AnimalStoreOptions, type RecordListener, createAnimalStore } from './store/store.ts'
export {
  type Awaitable,
  type Int64,
  type NewPet,
  type OperationId,
  OptionsError,
  type Pet,
  type PetStatus,
  type Profile,
  type SilenceId,
} from '../spec/index.ts'
export { InexactJsonError, ProfileError } from '../spec/index.ts'
