// Made from spec/control.openapi.yaml by `npm run make`. Change that file, not this one.

import type { Int64 } from './types.ts'

export type DatasetToLoad = {
  /** The name of a dataset. */
  readonly dataset: string
  /** How many animals of it. */
  readonly count?: number
  /** The seed of what is random in it; 1 by default. */
  readonly seed?: number
}

export type FileToLoad = {
  /** Its name, for messages; it ends in .json, .ndjson, .jsonl or .csv. */
  readonly file: string
  /** Its text. A refusal names line and member. */
  readonly content: string
}

/** A NewPet of the interface, perhaps with an id that it should keep. */
export type PetToLoad = {
  /** The identifier that the service gave the animal when it was added. No two animals share one. */
  readonly id?: Int64
  /** What the animal is called. */
  readonly name: string
  /** The category that the animal belongs to. */
  readonly categoryId: Int64
  /** Whether an animal can be had. The document states no default. */
  readonly status?: "available" | "pending" | "sold"
}

/** Members of an animal as they should be; `null` takes one away that may be absent. */
export type PetChange = {
  /** What the animal is called. */
  readonly name?: string
  /** The category that the animal belongs to. */
  readonly categoryId?: Int64
  /** Whether an animal can be had. The document states no default. */
  readonly status?: "available" | "pending" | "sold" | null
}

export type LinkState = {
  /** The state as one short text. */
  readonly link: string
  /** In words, what of the state no link can hold. Nothing is left out when this is empty. */
  readonly leftOut: readonly string[]
  /** With `animals=yes`, the animals. */
  readonly animals?: readonly Pet[]
}

/** The Error of the interface. */
export type ErrorBody = {
  /** What went wrong, for a program. `limit_reached`: there are as many snapshots, scenarios, keys or streams as there may be. `insufficient_storage`: no room is left for these animals, and nothing was changed. `nothing_came`: no call that fits came in time. `calls_lost`: the journal has dropped calls that are asked about. `unavailable`: no sandbox can make room for another, or the state that replicas share is not available. `internal_error`: the control API failed. */
  readonly code: "host_refused" | "origin_refused" | "unauthorized" | "not_found" | "method_not_allowed" | "unsupported_media_type" | "malformed_json" | "invalid_utf8" | "json_too_deep" | "body_too_large" | "invalid_body" | "invalid_query" | "limit_reached" | "insufficient_storage" | "nothing_came" | "calls_lost" | "unavailable" | "internal_error"
  /** What went wrong, and what is allowed. */
  readonly message: string
  /** The HTTP status. */
  readonly status: number
}

/** A name of a sandbox or a snapshot. */
export type Name = string

/** The id of an operation of the interface, such as listPets. */
export type Operation = "listPets" | "createPet" | "getPet"

/** Whether an animal can be had. The document states no default. */
export type PetStatus = "available" | "pending" | "sold"

export type PlanName = "free" | "pro" | "business" | "enterprise"

/** Whether calls with the key are answered. Both other kinds get 401. */
export type Standing = "valid" | "revoked" | "expired"

/** What the quota of the key looks like when its story begins. */
export type QuotaStart = "full" | "last" | "exhausted" | "banned"

export type Pet = {
  /** The identifier that the service gave the animal when it was added. No two animals share one. */
  readonly id: Int64
  /** What the animal is called. */
  readonly name: string
  /** The category that the animal belongs to. */
  readonly categoryId: Int64
  /** Whether an animal can be had. The document states no default. */
  readonly status?: "available" | "pending" | "sold"
}

export type Overview = {
  /** The version of the interface that is mocked. */
  readonly interfaceVersion: string
  /** The prefix of the paths of the interface. */
  readonly basePath: string
  readonly dataset: StartAnimals
  readonly learned: Learned
  /** The keys that need no registering. `KEY.NAME` is the same key in the sandbox NAME. */
  readonly testKeys: readonly string[]
  readonly keys: readonly Key[]
  readonly sandboxes: readonly Sandbox[]
}

export type Sandbox = {
  readonly name: Name
  /** How many animals. */
  readonly animals: number
  /** How many calls were answered. */
  readonly calls: number
  /** What is being played, the latest first. */
  readonly scenarios: readonly string[]
  /** The fault that is on. */
  readonly fault: string | null
  readonly clock: Clock
  readonly snapshots: readonly string[]
  /** In real time. Idle sandboxes are forgotten. */
  readonly lastUsedAt: string
}

export type WholeSandbox = {
  readonly name: Name
  /** How many animals. */
  readonly animals: number
  /** How many calls were answered. */
  readonly calls: number
  /** The ids of what is being played, the latest first. */
  readonly scenarios: readonly string[]
  readonly playing: Playing
  /** How many replies are held back. */
  readonly held: number
  /** The fault that is on, or `null`. */
  readonly fault: Fault | null
  /** The choices that are not the default. */
  readonly choices: Profile
  /** How long each reply is held back, or the two ends of a range. */
  readonly latencyMilliseconds: number | readonly number[]
  /** The quota of each key that called. */
  readonly quotas: readonly KeyQuota[]
  readonly clock: Clock
  readonly snapshots: readonly string[]
  /** In real time. Idle sandboxes are forgotten. */
  readonly lastUsedAt: string
}

export type Clock = {
  /** `running` is ahead of real time, or behind it. */
  readonly mode: "real" | "running" | "frozen"
  /** What it shows. */
  readonly now: string
}

/** An own key, of which nothing more than its beginning is ever shown. */
export type Key = {
  /** What names the key in other requests. */
  readonly id: string
  /** The beginning of the key. */
  readonly name: string
  readonly plan: PlanName
  readonly standing: Standing
  readonly start: QuotaStart
  readonly sandbox: Name
  /** The instant from which on it is valid; `null` for always. */
  readonly from: string | null
  /** The instant from which on it is expired; `null` for never. */
  readonly until: string | null
}

export type NewKey = {
  /** The key as clients send it. */
  readonly key: string
  readonly plan: PlanName
  readonly standing: Standing
  readonly start: QuotaStart
  readonly sandbox: Name
  /** The instant, by the clock of the sandbox, from which on it is valid. Before, it gets 401. */
  readonly from?: string
  /** The instant, by the clock of the sandbox, from which on it is expired and gets 401. */
  readonly until?: string
}

export type Scenario = {
  readonly id: string
  /** The section of the interface, or "not in the interface". */
  readonly section: string
  readonly summary: string
  /** The status by which `Prefer: code=…` asks for it. */
  readonly code: number | null
  /** The operations that it applies to; `null` for all. */
  readonly operations: readonly Operation[] | null
  /** How long each reply is held back. */
  readonly delayMilliseconds: number | null
}

export type NewPlay = {
  /** The id of a scenario, `flaky@RATE` with a rate from 0 to 1, or `recorded`. */
  readonly scenario: string
  /** Only calls of this operation. */
  readonly operation?: Operation
  /** It ends by itself after so many calls. */
  readonly calls?: number
  /** With `recorded`, the number of the call in the journal whose reply comes again. */
  readonly call?: number
  readonly reply?: RecordedReply
}

/** A reply that is held back. Its client is waiting. */
export type HeldReply = {
  /** What names it in other requests. */
  readonly id: number
  /** Since when it is held, in real time. */
  readonly heldAt: string
  /** The call, and the reply as it was made. */
  readonly call: JournalEntry
}

export type NewRelease = {
  /** Which one; all of the sandbox if it is left out. */
  readonly id?: number
  /** What is sent in place of the reply that was made. Members that are left out stay as they were made. The effect `reset` cuts the connection. */
  readonly reply?: {
    readonly status?: number
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string
    /** What is done in place of sending it. */
    readonly effect?: "reset" | "hang"
  }
}

/** With `recorded`, the reply that comes again. Headers of the connection and of CORS are left out. */
export type RecordedReply = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly delayMilliseconds?: number
  /** What is done in place of sending it. */
  readonly effect?: "reset" | "hang" | "hold" | null
}

export type Playing = readonly ({
  readonly scenario: string
  readonly summary: string
  /** `null` for calls of any operation. */
  readonly operation: string | null
  /** How many calls are left; `null` for no end. */
  readonly calls: number | null
  /** The status of a recorded reply; `null` for the others. */
  readonly status: number | null
})[]

export type Fault = {
  readonly id: string
  /** The clause of the interface that it breaks. */
  readonly clause: string
  readonly summary: string
}

/** The id of each silence, and the choice for it; `GET /_mock/lists` says what each choice does. */
export type Profile = Readonly<Record<string, string>>

/** Settings as they should be. `createAnimalStore` and the flags of `mock` have the same. */
export type SettingsPatch = {
  /** The seed of scenarios that depend on chance, which begin anew. */
  readonly seed?: number
  /** All scenarios that are played, in place of those before. If several match a call, the first one wins. */
  readonly scenario?: readonly ({
    /** The id of a scenario, or `flaky@RATE`. */
    readonly scenario: string
    /** Only calls of this operation. */
    readonly operation?: Operation
    /** It ends by itself after so many calls. */
    readonly calls?: number
  })[]
  /** The id of the fault that is on, or `null` for none. */
  readonly fault?: string | null
  /** What the clock shows, and whether it runs. */
  readonly clock?: {
    /** `frozen` stops the clock, `running` lets it run from what it shows, `real` is real time again. Without a mode it stays as it is, frozen or running. */
    readonly mode?: "real" | "running" | "frozen"
    /** What it shows from now on; not with the mode `real`. An instant from 1970 to 9899 as RFC 3339 writes it, or a date for its first instant in UTC. */
    readonly at?: string
  }
  /** How long each reply is held back, or the two ends of a range. */
  readonly latencyMilliseconds?: number | readonly number[]
  /** How many calls the journal keeps, and in how many bytes. */
  readonly journal?: {
    readonly entries?: number
    readonly bytes?: number
  }
  /** Ids of silences, and a choice for each; others stay. `null` restores the choices of the start. */
  readonly profile?: Readonly<Record<string, string | number>> | null
}

export type KeyQuota = {
  /** What names the key in a request; `null` for one that is no key any longer. */
  readonly id: string | null
  /** A test key whole, the beginning of an own one. */
  readonly name: string
  readonly plan: "free" | "pro" | "business" | "enterprise" | null
  readonly minute: Window
  readonly day: Window
  /** How many calls in a row were refused. */
  readonly refusals: number
  readonly isBanned: boolean
  /** When the ban ends, as a Unix timestamp. */
  readonly bannedUntilSeconds: number | null
}

export type Window = {
  readonly used: number
  readonly limit: number
  readonly remaining: number
  /** When the window ends, as a Unix timestamp. */
  readonly resetAtSeconds: number
}

export type QuotaChange = {
  /** The key, or the id that stands for it. */
  readonly key: string
  /** How many requests of the minute are used. */
  readonly minuteUsed?: number
  /** How many requests of the day are used. */
  readonly dayUsed?: number
  /** How many requests are left, in the minute and in the day. Goes without `minuteUsed` and `dayUsed`. A number above 0 lifts a ban. */
  readonly remaining?: number
  /** How long the key is banned; 0 lifts the ban. */
  readonly bannedForSeconds?: number
}

/** How a client behaved, judged by the calls that the journal has. */
export type Conduct = {
  /** How many calls were looked at. */
  readonly calls: number
  /** How many earlier calls were not looked at, because the journal had dropped them. */
  readonly lostCalls: number
  /** How many rules were broken that are clauses of the interface. */
  readonly errors: number
  /** How many other rules were broken. */
  readonly warnings: number
  /** Errors first. */
  readonly findings: readonly ({
    readonly rule: string
    readonly level: "error" | "warning"
    /** Null for a recommendation. */
    readonly clause: string | null
    /** What a client should do. */
    readonly summary: string
    /** How to mend the client. */
    readonly advice: string
    /** How often the rule was broken. */
    readonly times: number
    /** The first times, five unless the query says how many. */
    readonly seen: readonly ({
      readonly text: string
      /** The numbers of the calls that show it. */
      readonly calls: readonly number[]
    })[]
  })[]
}

/** What the calls of a sandbox met, counted as they came. */
export type Coverage = {
  /** How many answers there are. */
  readonly total: number
  /** How many of them a call met. */
  readonly met: number
  /** How many calls were not counted. 0 unless replicas share the sandbox. */
  readonly lostCalls: number
  /** Every documented status and every scenario of each operation. */
  readonly answers: readonly ({
    readonly operation: string
    /** Null for a scenario. */
    readonly status: number | null
    /** Null for a documented status. */
    readonly scenario: string | null
    /** How many calls met it. */
    readonly calls: number
  })[]
}

/** One call and its reply, with the reason. */
export type JournalEntry = {
  /** Counts from 1 in each sandbox. */
  readonly number: number
  /** By the clock of the sandbox. */
  readonly at: string
  /** How long the mock took; a delay comes on top. */
  readonly tookMilliseconds: number
  readonly method: string
  readonly target: string
  readonly operation: string | null
  readonly status: number
  readonly plan: string | null
  readonly scenario: string | null
  readonly fault: string | null
  /** What each step of the way of the call decided, in their order. */
  readonly steps: readonly Step[]
  /** The same in words, a sentence for each step. */
  readonly reason: readonly string[]
  readonly request: {
    readonly headers: Headers
    readonly body: string
  }
  readonly response: {
    readonly headers: Headers
    readonly body: string
    readonly delayMilliseconds: number
    /** What was done in place of sending it; `hold` until somebody releases it or its client leaves. */
    readonly effect: "reset" | "hang" | "hold" | null
  }
}

/** What one step of the way of a call decided. A refused call has no steps behind the one that refused it. Members that say nothing of a step are absent. */
export type Step = {
  readonly step: "key" | "quota" | "situation" | "operation" | "fault" | "transport"
  readonly outcome: "valid" | "missing" | "not-bearer" | "unknown" | "revoked" | "expired" | "not-yet-valid" | "refused" | "passed" | "used-up" | "banned" | "scenario" | "passed-over" | "example" | "fault" | "answered" | "replaced" | "no-sandbox" | "wrong-method" | "unknown-path" | "outside" | "request-too-large" | "reply-too-large" | "undocumented-status" | "reset" | "hang" | "hold" | "released" | "changed" | "cut" | "left"
  /** That this step made the reply what it is; one step of each call has it. */
  readonly decided?: true
  /** The section of the interface that it goes by. */
  readonly section?: string
  /** The key, scenario, example or fault that decided it. */
  readonly by?: string
  readonly plan?: string
  readonly sandbox?: string
  /** What names the sandbox. */
  readonly sandboxBy?: "key" | "X-Mock-Sandbox" | "baggage" | "none"
  /** When the key expired, or will be valid. */
  readonly at?: string
  readonly window?: "minute" | "day" | "ban"
  readonly limit?: number
  readonly remaining?: number
  readonly operation?: string
  readonly status?: number
  /** How long the reply was held back before it went on so. */
  readonly heldMilliseconds?: number
}

export type Headers = Readonly<Record<string, string>>

/** How the profile of the start was learned; `null` for one that does not say, or none. */
export type Learned = null | {
  /** When the run of the suite started. */
  readonly at: string
  /** The address of the deployment. */
  readonly from: string
  /** The version of the suite. */
  readonly version: string
  /** How many requests the run took. */
  readonly requests: number
  /** The silences that no answer showed, so that the default stands. */
  readonly notSeen: readonly string[]
}

/** What sandboxes start from. */
export type StartAnimals = {
  /** `null` for animals that the mock was given. */
  readonly name: string | null
  /** How many animals. */
  readonly animals: number
}

export type Lists = {
  /** The base address of the deployment that a proxy stands before; `null` for a mock. */
  readonly deployment: string | null
  /** The command that started the mock, without its port and token; `null` if a program started it. */
  readonly command: string | null
  readonly dataset: StartAnimals
  readonly learned: Learned
  readonly operations: readonly ({
    readonly id: Operation
    readonly section: string
    readonly method: string
    readonly path: string
    readonly isDeprecated: boolean
  })[]
  readonly statuses: readonly PetStatus[]
  readonly plans: readonly ({
    readonly plan: PlanName
    readonly name: string
    readonly requestsPerMinute: number | null
    readonly requestsPerDay: number | null
  })[]
  readonly clauses: readonly ({
    readonly id: string
    readonly section: string
    readonly text: string
    readonly seen: "one-exchange" | "sequence" | "not-from-outside"
    readonly binds?: "client"
  })[]
  readonly silences: readonly ({
    readonly id: string
    readonly section: string
    readonly question: string
    readonly default: string
    readonly choices: readonly ({
      readonly choice: string
      readonly does: string
    })[]
    /** A form that further choices may take. */
    readonly form: {
      readonly shape: string
      readonly does: string
    } | null
  })[]
  readonly scenarios: readonly Scenario[]
  readonly faults: readonly Fault[]
  readonly datasets: readonly ({
    readonly name: string
    readonly summary: string
    readonly count: number
  })[]
  readonly testKeys: readonly ({
    readonly key: string
    readonly plan: PlanName
    readonly standing: Standing
    readonly start: QuotaStart
    readonly summary: string
  })[]
  /** The codes of the Errors of the interface. */
  readonly errorCodes: readonly ({
    readonly code: string
    readonly when: string
  })[]
}

/** What each operation takes, and what it answers as JSON. */
export type ControlTypes = {
  readonly showMock: {
    readonly tag: "mock",
    readonly path: Readonly<Record<never, string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: Readonly<Record<string, never>>,
    readonly reply: Overview,
  }
  readonly resetMock: {
    readonly tag: "mock",
    readonly path: Readonly<Record<never, string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: Readonly<Record<string, never>>,
    readonly reply: Overview,
  }
  readonly showLists: {
    readonly tag: "mock",
    readonly path: Readonly<Record<never, string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: Readonly<Record<string, never>>,
    readonly reply: Lists,
  }
  readonly listKeys: {
    readonly tag: "keys",
    readonly path: Readonly<Record<never, string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: Readonly<Record<string, never>>,
    readonly reply: readonly Key[],
  }
  readonly addKey: {
    readonly tag: "keys",
    readonly path: Readonly<Record<never, string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: NewKey,
    readonly reply: Key,
  }
  readonly forgetKey: {
    readonly tag: "keys",
    readonly path: Readonly<Record<"id", string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: Readonly<Record<string, never>>,
    readonly reply: never,
  }
  readonly listSandboxes: {
    readonly tag: "sandboxes",
    readonly path: Readonly<Record<never, string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: Readonly<Record<string, never>>,
    readonly reply: readonly Sandbox[],
  }
  readonly makeSandbox: {
    readonly tag: "sandboxes",
    readonly path: Readonly<Record<never, string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: {
      readonly name: Name
    },
    readonly reply: Sandbox,
  }
  readonly showSandbox: {
    readonly tag: "sandboxes",
    readonly path: Readonly<Record<"sandbox", string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: Readonly<Record<string, never>>,
    readonly reply: WholeSandbox,
  }
  readonly forgetSandbox: {
    readonly tag: "sandboxes",
    readonly path: Readonly<Record<"sandbox", string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: Readonly<Record<string, never>>,
    readonly reply: never,
  }
  readonly resetSandbox: {
    readonly tag: "sandboxes",
    readonly path: Readonly<Record<"sandbox", string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: Readonly<Record<string, never>>,
    readonly reply: Sandbox,
  }
  readonly reportSandbox: {
    readonly tag: "report",
    readonly path: Readonly<Record<"sandbox", string>>,
    readonly query: {
      readonly test?: string
      readonly failure?: string
    },
    readonly body: Readonly<Record<string, never>>,
    readonly reply: never,
  }
  readonly takeSnapshot: {
    readonly tag: "sandboxes",
    readonly path: Readonly<Record<"sandbox" | "snapshot", string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: Readonly<Record<string, never>>,
    readonly reply: readonly string[],
  }
  readonly forgetSnapshot: {
    readonly tag: "sandboxes",
    readonly path: Readonly<Record<"sandbox" | "snapshot", string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: Readonly<Record<string, never>>,
    readonly reply: never,
  }
  readonly restoreSnapshot: {
    readonly tag: "sandboxes",
    readonly path: Readonly<Record<"sandbox" | "snapshot", string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: Readonly<Record<string, never>>,
    readonly reply: Sandbox,
  }
  readonly changeSettings: {
    readonly tag: "settings",
    readonly path: Readonly<Record<"sandbox", string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: SettingsPatch,
    readonly reply: WholeSandbox,
  }
  readonly advanceClock: {
    readonly tag: "settings",
    readonly path: Readonly<Record<"sandbox", string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: {
      /** How far. The clock can show the years 1970 to 9899. */
      readonly seconds: number
    },
    readonly reply: Clock,
  }
  readonly playScenario: {
    readonly tag: "scenarios",
    readonly path: Readonly<Record<"sandbox", string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: NewPlay,
    readonly reply: {
      readonly playing: Playing
    },
  }
  readonly endScenarios: {
    readonly tag: "scenarios",
    readonly path: Readonly<Record<"sandbox", string>>,
    readonly query: {
      /** The id of an operation of the interface, such as listPets. */
      readonly operation?: "listPets" | "createPet" | "getPet"
    },
    readonly body: Readonly<Record<string, never>>,
    readonly reply: {
      readonly playing: Playing
    },
  }
  readonly endScenario: {
    readonly tag: "scenarios",
    readonly path: Readonly<Record<"sandbox" | "scenario", string>>,
    readonly query: {
      /** The id of an operation of the interface, such as listPets. */
      readonly operation?: "listPets" | "createPet" | "getPet"
    },
    readonly body: Readonly<Record<string, never>>,
    readonly reply: {
      readonly playing: Playing
    },
  }
  readonly listHeld: {
    readonly tag: "scenarios",
    readonly path: Readonly<Record<"sandbox", string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: Readonly<Record<string, never>>,
    readonly reply: {
      readonly held: readonly HeldReply[]
    },
  }
  readonly releaseHeld: {
    readonly tag: "scenarios",
    readonly path: Readonly<Record<"sandbox", string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: NewRelease,
    readonly reply: {
      readonly held: readonly HeldReply[]
    },
  }
  readonly listQuotas: {
    readonly tag: "quotas",
    readonly path: Readonly<Record<"sandbox", string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: Readonly<Record<string, never>>,
    readonly reply: readonly KeyQuota[],
  }
  readonly setQuota: {
    readonly tag: "quotas",
    readonly path: Readonly<Record<"sandbox", string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: QuotaChange,
    readonly reply: KeyQuota,
  }
  readonly resetQuotas: {
    readonly tag: "quotas",
    readonly path: Readonly<Record<"sandbox", string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: Readonly<Record<string, never>>,
    readonly reply: readonly KeyQuota[],
  }
  readonly listAnimals: {
    readonly tag: "animals",
    readonly path: Readonly<Record<"sandbox", string>>,
    readonly query: {
      readonly offset: number
      readonly limit: number
      /** Whether an animal can be had. The document states no default. */
      readonly status?: "available" | "pending" | "sold"
      readonly search?: string
    },
    readonly body: Readonly<Record<string, never>>,
    readonly reply: {
      /** How many animals fit. */
      readonly total: number
      readonly offset: number
      readonly limit: number
      readonly animals: readonly Pet[]
    },
  }
  readonly addAnimal: {
    readonly tag: "animals",
    readonly path: Readonly<Record<"sandbox", string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: PetToLoad,
    readonly reply: Pet,
  }
  readonly replaceAnimals: {
    readonly tag: "animals",
    readonly path: Readonly<Record<"sandbox", string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: readonly Pet[] | DatasetToLoad | FileToLoad,
    readonly reply: {
      /** How many animals there are. */
      readonly total: number
    },
  }
  readonly loadAnimals: {
    readonly tag: "animals",
    readonly path: Readonly<Record<"sandbox", string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: readonly PetToLoad[] | DatasetToLoad | FileToLoad,
    readonly reply: {
      /** How many animals were added. */
      readonly added: number
      /** How many of them had an id that was taken. */
      readonly renumbered: number
      /** How many animals there are now. */
      readonly total: number
    },
  }
  readonly exportAnimals: {
    readonly tag: "animals",
    readonly path: Readonly<Record<"sandbox", string>>,
    readonly query: {
      readonly format: "json" | "ndjson" | "csv"
    },
    readonly body: Readonly<Record<string, never>>,
    readonly reply: never,
  }
  readonly changeAnimal: {
    readonly tag: "animals",
    readonly path: Readonly<Record<"sandbox" | "petId", string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: PetChange,
    readonly reply: Pet,
  }
  readonly removeAnimal: {
    readonly tag: "animals",
    readonly path: Readonly<Record<"sandbox" | "petId", string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: Readonly<Record<string, never>>,
    readonly reply: never,
  }
  readonly showJournal: {
    readonly tag: "journal",
    readonly path: Readonly<Record<"sandbox", string>>,
    readonly query: {
      /** The id of an operation of the interface, such as listPets. */
      readonly operation?: "listPets" | "createPet" | "getPet"
      readonly method?: string
      readonly path?: string
      readonly status?: number
      readonly scenario?: string
      readonly after?: number
      readonly limit: number
    },
    readonly body: Readonly<Record<string, never>>,
    readonly reply: {
      /** How many calls there were, those that the journal has dropped included. */
      readonly total: number
      /** How many of them the journal has dropped. */
      readonly lost: number
      /** How many of the calls that it still has match. */
      readonly fitting: number
      readonly entries: readonly JournalEntry[]
    },
  }
  readonly clearJournal: {
    readonly tag: "journal",
    readonly path: Readonly<Record<"sandbox", string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: Readonly<Record<string, never>>,
    readonly reply: never,
  }
  readonly exportJournal: {
    readonly tag: "journal",
    readonly path: Readonly<Record<"sandbox", string>>,
    readonly query: {
      /** The id of an operation of the interface, such as listPets. */
      readonly operation?: "listPets" | "createPet" | "getPet"
      readonly method?: string
      readonly path?: string
      readonly status?: number
      readonly scenario?: string
      readonly after?: number
    },
    readonly body: Readonly<Record<string, never>>,
    readonly reply: never,
  }
  readonly judgeConduct: {
    readonly tag: "journal",
    readonly path: Readonly<Record<"sandbox", string>>,
    readonly query: {
      readonly seen: number
    },
    readonly body: Readonly<Record<string, never>>,
    readonly reply: Conduct,
  }
  readonly showCoverage: {
    readonly tag: "journal",
    readonly path: Readonly<Record<"sandbox", string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: Readonly<Record<string, never>>,
    readonly reply: Coverage,
  }
  readonly countCalls: {
    readonly tag: "journal",
    readonly path: Readonly<Record<"sandbox", string>>,
    readonly query: {
      /** The id of an operation of the interface, such as listPets. */
      readonly operation?: "listPets" | "createPet" | "getPet"
      readonly method?: string
      readonly path?: string
      readonly status?: number
      readonly scenario?: string
      readonly after?: number
    },
    readonly body: Readonly<Record<string, never>>,
    readonly reply: {
      /** How many calls there were. */
      readonly total: number
      /** How many of them match. */
      readonly fitting: number
    },
  }
  readonly waitForCall: {
    readonly tag: "journal",
    readonly path: Readonly<Record<"sandbox", string>>,
    readonly query: {
      /** The id of an operation of the interface, such as listPets. */
      readonly operation?: "listPets" | "createPet" | "getPet"
      readonly method?: string
      readonly path?: string
      readonly status?: number
      readonly scenario?: string
      readonly after?: number
      readonly timeoutMilliseconds: number
    },
    readonly body: Readonly<Record<string, never>>,
    readonly reply: JournalEntry,
  }
  readonly watchCalls: {
    readonly tag: "journal",
    readonly path: Readonly<Record<"sandbox", string>>,
    readonly query: {
      /** The id of an operation of the interface, such as listPets. */
      readonly operation?: "listPets" | "createPet" | "getPet"
      readonly method?: string
      readonly path?: string
      readonly status?: number
      readonly scenario?: string
      readonly after?: number
    },
    readonly body: Readonly<Record<string, never>>,
    readonly reply: never,
  }
  readonly showLink: {
    readonly tag: "link",
    readonly path: Readonly<Record<"sandbox", string>>,
    readonly query: {
      readonly animals?: "yes"
    },
    readonly body: Readonly<Record<string, never>>,
    readonly reply: LinkState,
  }
  readonly applyLink: {
    readonly tag: "link",
    readonly path: Readonly<Record<"sandbox", string>>,
    readonly query: Readonly<Record<string, never>>,
    readonly body: {
      readonly link: string
      /** As a saved state has it; it is not used. */
      readonly leftOut?: readonly string[]
      /** What a saved state has in place of a dataset. */
      readonly animals?: readonly Pet[]
    },
    readonly reply: LinkState,
  }
}
