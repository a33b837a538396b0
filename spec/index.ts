/** What the interface says, as values, types, validators and exact JSON, and what the other folders share. */
export type { Awaitable } from './awaitable.ts'
export {
  type OptionKind,
  type OptionKinds,
  OptionsError,
  aBoolean,
  aFunction,
  aStore,
  aText,
  aWholeNumber,
  anObject,
  checkOptions,
  having,
  oneOfOptions,
  texts,
} from './check-options.ts'
export { counted } from './counted.ts'
export { type Clause, type ClauseId, clauses, operationClauses, sectionTitles } from './clauses.ts'
export { namedFileBytes, readNamedFile } from './named-file.ts'
export { itemOf, itemText, membersOf } from './items.ts'
export { completed, expectedOf, memberFrom, memberProblems, sampleOf } from './members.ts'
export { type Beyond, beyondOf, extremesOf, othersOf } from './member-values.ts'
export { closest, didYouMean, shown, thereIsNo } from './messages.ts'
export { shapes } from './made/shapes.ts'
export type { Member, MemberValue, Shape } from './shape.ts'
export { type MemberFlaw, type SentMemberFlaw, clauseOfMember, clauseOfSentMember, flawsOf } from './member-clauses.ts'
export { lastInstant } from './instant.ts'
export { int64Max, int64Min, isInt64, parseInt64, plainInteger } from './int64.ts'
export { isObject } from './is-object.ts'
export {
  InexactJsonError,
  decodeUtf8,
  maxBodyBytes,
  readJson,
  readJsonBytes,
  requireExactJson,
  writeJson,
} from './json.ts'
export type { OperationExamples } from './made/examples.ts'
export {
  type AnswerSchema,
  type Operation,
  type ParameterType,
  type RequestSchema,
  type Resource,
  interfaceVersion,
  operations,
} from './made/operations.ts'
export {
  type ErrorBody,
  type Int64,
  type NewPet,
  type Pet,
  type PetStatus,
  type PlanName,
  petStatuses,
  plans,
} from './made/types.ts'
export { validateError, validateNewPet, validatePet, validatePets, validators } from './made/validators.js'
export {
  type OperationId,
  type ItemOperation,
  type ShapeOf,
  documentedSuccess,
  isItemOperation,
  newPetOf,
  operationIds,
  planNames,
} from './names.ts'
export type { ProxyFinding, ProxyFindings } from './proxy-findings.ts'
export { escapeForRegExp, escapedJson, normalized, printable, printableJson, printableLines } from './printable.ts'
export {
  ProfileError,
  choicesOf,
  defaultProfile,
  givenChoices,
  ownChoices,
  parseProfile,
  silenceIds,
} from './profile.ts'
export { type Learned, learnedIn } from './learned.ts'
export { type Mask, Secrets, credentialsIn, maskFor, mayBeKey, nameOfKey, shownKey } from './mask.ts'
export { namedSecretsIn, withoutNamedSecrets } from './named-secrets.ts'
export { isSecretName } from './secret-names.ts'
export { type ShellPart, curlLine, filePath, shellLine, shellWord } from './shell.ts'
export type { Profile, SilenceId } from './made/choices.ts'
export { type Silence, silences } from './silences.ts'
