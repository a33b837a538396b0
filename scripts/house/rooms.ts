/** A top folder on the map. Its rooms are the folders in it. */
export interface House {
  readonly name: string
  readonly about: string
  /** Where each room stands; `.` leaves a place free. A room should import only those that come later. */
  readonly plan: string
  /** What each room is for, in at most 17 letters, which is what fits. */
  readonly rooms: Readonly<Record<string, string>>
}

const scripts: House = {
  name: 'scripts',
  about: 'what a person or CI runs',
  plan: `
    storefront make house playwright build fuzz gallery
    mutants    commands site recipes testing bench prove soak
  `,
  rooms: {
    storefront: "a user's app",
    make: 'made files',
    playwright: 'browser tests',
    build: 'the package',
    fuzz: 'hostile requests',
    mutants: 'tests the tests',
    soak: 'an hour of use',
    gallery: 'compares suites',
    house: 'map and its rules',
    commands: 'the command line',
    recipes: 'follows recipes',
    site: 'site of the docs',
    testing: 'starts browsers',
    bench: 'speed and memory',
    prove: 'finds every fault',
  },
}

const seed: House = { name: 'fixtures/seed', about: 'adds animals', plan: '', rooms: {} }

const mocks: House = {
  name: 'mocks',
  about: 'how the mock answers',
  plan: `
    http  panel   playwright browser    node
    redis control .          msw        .
    animal-file . vite       .          data
    .     .       store      .          .
    .     .       world      .          .
    .     conduct .          faults     .
    .     journal .          operations .
    .     .       call       .          .
    .     animals .          keys       testing
  `,
  rooms: {
    http: 'as a server',
    panel: 'page of switches',
    playwright: 'for browser tests',
    browser: 'in a tab',
    node: 'in a test process',
    redis: 'many servers',
    control: 'the control API',
    msw: 'handlers for MSW',
    'animal-file': 'animals on disk',
    conduct: 'judges the client',
    faults: 'breaks on purpose',
    vite: 'a plugin for Vite',
    data: 'your collection',
    store: 'answers a call',
    world: 'one sandbox',
    operations: 'list, create, get',
    journal: 'what was called',
    call: 'call and reply',
    animals: 'kept in memory',
    keys: 'keys and quotas',
    testing: 'a table of calls',
  },
}

const contractTests: House = {
  name: 'contract-tests',
  about: 'what must hold anywhere',
  plan: `
    .        vitest  export
    run      traffic report
    thorough choices drift
    probes   .       .
    session  judge   .
    .        checks  .
    .        verdict .
    exchange .       .
    client   .       servers
  `,
  rooms: {
    vitest: 'a run as tests',
    report: 'what a run prints',
    export: 'findings to send',
    traffic: 'judges recordings',
    drift: 'two deployments',
    thorough: 'random sequences',
    choices: 'writes a profile',
    probes: 'several exchanges',
    run: 'a whole run',
    session: 'asks, in budget',
    judge: 'draws conclusions',
    checks: 'one exchange',
    verdict: 'what was found',
    exchange: 'question, answer',
    client: 'HTTP, deadlines',
    servers: 'good and broken',
  },
}

const fixtures: House = {
  name: 'fixtures',
  about: 'who is in the story',
  plan: 'files datasets',
  rooms: { files: 'CSV, JSON, NDJSON', datasets: 'named sets' },
}

const spec: House = {
  name: 'spec',
  about: 'what the interface says: description, clauses, silences, exact JSON; made/ has types and validators',
  plan: '',
  rooms: {},
}

/** From the houses that use others down to the one that all others use. */
export const rowsOfHouses: readonly (readonly House[])[] = [[scripts, seed], [mocks, contractTests], [fixtures], [spec]]
