/** What users get as `animal-store-kit`: the core of the mock and the parts that it comes with. */
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
export { type ErrorCode, errorDetails } from './call/error-codes.ts'
export { errorCodes } from './call/described-error-codes.ts'
export { Journal, type JournalBounds, type JournalEntry } from './journal/journal.ts'
export { JournalTimeoutError } from './journal/wait-for-call.ts'
export type { JournalFilter } from './journal/journal-filter.ts'
export type { JournalRecord } from './journal/journal-record.ts'
export { type Coverage, type CoveredAnswer, coverageOf } from './journal-text/coverage.ts'
export { journalHar } from './journal-text/journal-har.ts'
export { LostCallsError } from './journal/lost-calls.ts'
export { journalEntry, journalLine } from './journal-text/journal-entry.ts'
export { KeyError, type KeyOption, type KnownKey, KeyRing, testKeys } from './keys/keys.ts'
export { type DescribedScenario as Scenario, describedScenarios as scenarios } from './world/described-scenarios.ts'
export { MemoryItems } from './animals/memory-items.ts'
export type { Quota, QuotaRequest, QuotaState, Quotas } from './keys/quota.ts'
export type { PlayableReply, RecordedReply } from './world/recorded-reply.ts'
export type { Play, PlayLimits } from './world/plays.ts'
export { Sandbox } from './world/sandbox.ts'
export { SandboxError } from './world/sandbox-error.ts'
export type { ScenarioId, ScenarioName } from './world/scenarios.ts'
export { StateLinkError, readStateLink, writeStateLink } from './state-link/state-link.ts'
export type { GivenSettings, Settings, SettingsPatch } from './world/settings.ts'
export type { LinkedState } from './state-link/setting-texts.ts'
export type { AnimalStore, AnimalStoreOptions, RecordListener } from './index.ts'
export { createAnimalStore } from './all.ts'
export type { Awaitable } from '../spec/awaitable.ts'
export { OptionsError } from '../spec/check-options.ts'
export type { Int64, NewPet, Pet, PetStatus } from '../spec/made/types.ts'
export type { OperationId } from '../spec/names.ts'
export type { Profile, SilenceId } from '../spec/made/choices.ts'
export { InexactJsonError } from '../spec/json.ts'
export { ProfileError } from '../spec/profile.ts'
