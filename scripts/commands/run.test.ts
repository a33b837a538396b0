import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ruleIds } from '../../mocks/conduct/index.ts'
import { faults, scenarios, testKeys } from '../../mocks/index.ts'
import { clauses, silences } from '../../spec/index.ts'
import { listNames } from './list/list-command.ts'
import { printed, printedIn } from '../testing/printed.ts'
import { tempFolder } from '../testing/temp-folder.ts'

beforeEach(() => {
  vi.stubEnv('ANIMAL_STORE_TOKEN', undefined)
  vi.stubEnv('NO_COLOR', '1')
  vi.stubEnv('FORCE_COLOR', undefined)
})

afterEach(() => vi.unstubAllEnvs())

function fileOf(text: string): string {
  const path = join(tempFolder(), 'file.json')
  writeFileSync(path, text)
  return path
}

test('the help of mock shows every flag, in lines of at most 104 characters', async () => {
  const { code, out, err } = await printed('mock', '--help')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatchInlineSnapshot(`
    "Usage: animal-store mock [options]

    Serve the mock of the interface at http://127.0.0.1:4010/v1 until Ctrl-C.

    Where it answers:
      --port <number>       port to listen on; 0 takes any free one (default: 4010)
      --host <address>      address to listen on; all but loopback need --token (default: 127.0.0.1)
      --tls                 speak TLS, with a certificate for localhost that is made at each start
      --tls-cert <file>     speak TLS with this certificate (PEM), such as mkcert makes
      --tls-key <file>      its private key (PEM)
      --token <token>       the token that the control API requires (env: ANIMAL_STORE_TOKEN)
      --allow-host <name>   a further name that reaches the control API and panel (repeatable)

    Animals and keys:
      --dataset <name>      the animals at the start, by name or by the path of a file (default: demo)
      --count <number>      how many, if the dataset can have any number
      --seed <number>       the seed of what is random in datasets and scenarios (default: 1)
      --from <link>         start with a state link, a file with one, or a demo; other flags win
      --state <place>       a file keeps the animals; redis://HOST:PORT shares everything among replicas
      --sandbox-bytes <n>   memory for the animals added to one sandbox (default: 134217728)
      --total-bytes <n>     the same for all sandboxes together (default: 268435456)
      --sandboxes <count>   how many sandboxes there may be (default: 1000)
      --keys <file>         own keys: {"KEY": "pro"} or {"KEY": {"until": "2026-12-01T10:00:00Z"}}

    How it answers (see animal-store list):
      --scenario <id>       play a scenario; ID:OPERATION:CALLS limits it (repeatable)
      --fault <id>          break the interface in one named way
      --profile <file>      choices from a JSON file, as contract --learn writes it
      --choose <choice>     one choice for a silence, as SILENCE=CHOICE (repeatable)
      --latency <ms>        delay each answer by this time, or by MIN-MAX
      --journal <calls>     how many calls to keep of each sandbox, or CALLS:BYTES
      --clock <clock>       real, frozen, an instant such as 2030-12-04T23:59:00Z, or frozen@INSTANT

    What it prints:
      --quiet               print only the address, and no line for each call
      --log <format>        json prints one object for each line (choices: "text", "json", default:
                            text)
      --conduct [level]     say at the end how clients behaved; exit code 1 for this level (choices:
                            "error", "warning")
      --conduct-off <rule>  turn a rule of conduct off (repeatable)
      --coverage            say at the end which documented answers and scenarios no call met
      -h, --help            print this help

    Examples:
      animal-store mock
      animal-store mock --port 0 --quiet
      animal-store mock --scenario rate-limited:listPets:3 --latency 100-400
      animal-store mock --profile staging.profile.json --choose list-order=newest-first
      animal-store mock --dataset large --count 100000 --state animals.state
      animal-store mock --dataset animals.csv
      animal-store mock --state redis://localhost:6379/0
      animal-store mock --clock 2030-12-04T23:59:00Z
      animal-store mock --from 'dataset=demo&seed=7&scenario=slow:listPets&list-order=newest-first'
      animal-store mock --conduct error --conduct-off polling
      animal-store mock --log json | jq 'select(.status >= 400)'

    Ctrl-C and SIGTERM stop it within 5 seconds, with exit code 0; a second one kills it, with 130 or 143.
    Exit code 1: a client breaks --conduct; 2: wrong usage, a taken port or a damaged animal file.
    "
  `)
  expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(104)
})

test('the help of contract shows the ten options that most runs need, and all with --all', async () => {
  const flagsIn = (text: string): readonly string[] => text.match(/^ {2}--[a-z-]+/gm) ?? []
  const [few, all] = [await printed('contract', '--help'), await printed('contract', '--help', '--all')]
  expect([few.code, all.code]).toEqual([0, 0])
  expect(flagsIn(few.out)).toHaveLength(10)
  const more = flagsIn(all.out).length - 10
  expect(more).toBeGreaterThan(20)
  expect(few.out).toContain(`\n${more} more options: animal-store contract --help --all\n`)
  expect(all.out).not.toContain('more options')
  // An example shows only what the help explains.
  const examples = (few.out.match(/^ {2}animal-store .+/gm) ?? []).join(' ')
  for (const [flag] of examples.matchAll(/--[a-z-]+/g)) expect(flagsIn(few.out)).toContain(`  ${flag}`)
  expect(examples).toContain(' --learn ')
  expect(all.out).toContain(' --thorough --requests 200')
  expect((await printed('help', 'contract', '--all')).out).toBe(all.out)
})

test('the help of list shows every table', async () => {
  const { code, out } = await printed('list', '--help')
  expect(code).toBe(0)
  for (const name of listNames) expect(out).toContain(`\n  ${name} `)
  expect(out).toMatchInlineSnapshot(`
    "Usage: animal-store list [options] <table>

    List scenarios, faults, silences and other names.

    Arguments:
      table       one of clauses, checks, silences, scenarios, faults, datasets, keys, rules, errors

    Options:
      --json      print JSON in place of a table
      -h, --help  print this help

    Tables:
      clauses    the statements of the interface
      checks     what the contract suite looks at; contract --only takes probes
      silences   what it leaves open, and the choices for --choose
      scenarios  situations for --scenario, the Prefer header and the control API
      faults     named ways of breaking the interface, for --fault
      datasets   animals for --dataset
      keys       the keys that are always known
      rules      what a well-behaved client does, for mock --conduct and --conduct-off
      errors     the codes of this project's Errors

    Examples:
      animal-store list scenarios
      animal-store list silences --json
    "
  `)
})

test('the help of the program names its commands, its exit codes and examples', async () => {
  const asked = await printed('--help')
  expect(asked.code).toBe(0)
  expect(asked.out).toMatchInlineSnapshot(`
    "Usage: animal-store [options] [command]

    A mock of the Animal Store Service Interface, and a suite that tests deployments of it.

    Options:
      -V, --version                     print the version
      -h, --help                        print this help

    Commands:
      mock [options]                    Serve the mock of the interface at http://127.0.0.1:4010/v1
                                        until Ctrl-C.
      contract [options]                Check which clauses of the interface a deployment keeps; without
                                        --url, check a fresh mock.
      check [options] <file>            Check recorded traffic: which clauses of the interface its
                                        answers keep. Nothing is sent.
      proxy [options]                   Forward calls to a deployment unchanged, and judge its answers
                                        and its clients beside it.
      drift [options] <a> <b>           Compare two deployments, reports or profiles: clause by clause,
                                        and choice by choice.
      relies-on [options] <command...>  Find what a client relies on although the interface leaves it
                                        open, with the client's own tests.
      fixtures [options]                Write the animals of a dataset as JSON, NDJSON or CSV.
      seed [options]                    Add the animals of a dataset to a deployment through POST /pets,
                                        and go on after a crash.
      init <folder>                     Put MSW's worker script where a browser finds it, for the mock
                                        in a tab.
      list [options] <table>            List scenarios, faults, silences and other names.
      mcp [options]                     Let a coding agent control the mock and run the suite, by the
                                        Model Context Protocol.
      help [command]                    print the help of a command

    Examples:
      animal-store mock
      animal-store mock --help
      animal-store list scenarios

    Exit codes: 0 all went well, 1 something failed, 2 the usage is wrong.
    "
  `)
  expect(await printed('help')).toEqual(asked)
  expect((await printed('help', 'mock')).out).toBe((await printed('mock', '--help')).out)
})

test('without a command the help is printed as an error', async () => {
  const { out } = await printed('--help')
  expect(await printed()).toEqual({ code: 2, out: '', err: out })
})

test('the version is that of the package', async () => {
  const { version } = (await import('../../package.json', { with: { type: 'json' } })).default
  expect(await printed('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' })
})

const seeMock = 'See: animal-store mock --help'

test.each([
  [['mok'], "Unknown command 'mok' (Did you mean mock?) See: animal-store --help"],
  [['help', 'mok'], "Unknown command 'mok' (Did you mean mock?) See: animal-store --help"],
  [
    ['serve'],
    "Unknown command 'serve'. Commands: mock, contract, check, proxy, drift, relies-on, fixtures, seed, init, list, mcp. See: animal-store --help",
  ],
  [['mock', '--prot', '1'], `Unknown option '--prot' (Did you mean --port?) ${seeMock}`],
  [['mock', '--verbose'], `Unknown option '--verbose'. ${seeMock}`],
  [['mock', '--tkn=my-secret'], `Unknown option '--tkn'`],
  [['init', '--quiet', 'public'], "Unknown option '--quiet'. It is an option of mock, "],
  [['contract', '--choose', 'x'], "'--choose'. It is an option of mock. See: animal-store contract --help --all"],
  [['contract', '--any-pth'], `Unknown option '--any-pth'. Did you mean "--any-path"? See: animal-store contract`],
  [['mock', 'demo'], `Too many arguments for 'mock'. Expected 0 arguments but got 1: demo. ${seeMock}`],
  [['mock', 'http://127.0.0.1:9'], `Expected 0 arguments but got 1: http://127.0.0.1:9. ${seeMock}`],
  [
    ['contract', 'http://127.0.0.1:9/v1'],
    'but got 1: http://127.0.0.1:9/v1. Give the address with --url. See: animal-store contract --help',
  ],
  [['mock', '--port'], `Option '--port <number>' needs a value. ${seeMock}`],
  [['mock', '--port', 'http'], `argument 'http' is invalid. Expected a whole number from 0 to 65535. ${seeMock}`],
  [['mock', '--port', '65536'], `argument '65536' is invalid. Expected a whole number from 0 to 65535. ${seeMock}`],
  [['mock', '--count', '-1'], "Option '--count <number>' argument '-1' is invalid. Expected a whole number from 0"],
  [['mock', '--count', '20000000'], 'Cannot make 20000000 animals: expected a whole number from 0 to 10000000.'],
  [
    ['mock', '--sandboxes', '0'],
    "Option '--sandboxes <count>' argument '0' is invalid. Expected a whole number from 1",
  ],
  [['mock', '--conduct', '--conduct-off', 'pooling'], 'There is no rule "pooling". Did you mean "polling"?'],
  [['mock', '--conduct-off', 'polling'], 'Cannot turn a rule of conduct off: nothing judges the clients without'],
  [['mock', '--seed', '1.5'], "Option '--seed <number>' argument '1.5' is invalid. Expected a whole number from 0"],
  [
    ['mock', '--latency', 'slow'],
    'Expected milliseconds from 0 to 600000, or the two ends of a range, such as 250 or 100-400.',
  ],
  [['mock', '--clock', 'tomorrow'], 'Expected real, frozen, an instant from 1970 to 9899 with its zone such as'],
  [
    ['mock', '--log', 'xml'],
    `Option '--log <format>' argument 'xml' is invalid. Allowed choices are text, json. ${seeMock}`,
  ],
  [['mock', '--dataset', 'dmeo'], 'Did you mean "demo"?'],
  [['mock', '--dataset', 'empty', '--count', '3'], 'Cannot load "empty" with'],
  [['mock', '--scenario', 'slwo'], 'There is no scenario "slwo". Did you mean "slow"?'],
  [['mock', '--scenario', 'x'], 'There is no scenario "x". There are: unauthorised, not-found, '],
  [['mock', '--scenario', 'slow:listPet'], 'There is no operation "listPet". Did you mean "listPets"?'],
  [
    ['mock', '--scenario', 'slow:1:2'],
    `Option '--scenario <id>' argument 'slow:1:2' is invalid. Expected a scenario, such as slow, slow:listPets, slow:3, slow:listPets:3 or flaky@0.3. ${seeMock}`,
  ],
  [['mock', '--scenario', ''], 'Expected a scenario, such as slow'],
  [['mock', '--scenario', 'slow:0'], 'calls of a scenario: expected a whole number from 1 on, found 0.'],
  [['contract', '--only', 'read-bak'], 'Cannot run "read-bak" only: there is no such probe. Did you mean "read-back"?'],
  [
    ['contract', '--only', 'rate-limit-headers'],
    'only: it looks at every answer. Name probes. There are: list, create,',
  ],
  [['mock', '--scenario', 'not-found:listPets'], 'Cannot play "not-found" for listPets: it applies only to '],
  [['mock', '--fault', 'list-envelop'], 'There is no fault "list-envelop". Did you mean "list-envelope"?'],
  [
    ['mock', '--fault', 'x'],
    `There is no fault "x". There are ${faults.length}, such as ${faults
      .slice(0, 3)
      .map(({ id }) => id)
      .join(', ')}. See: animal-store list faults.`,
  ],
  [
    ['mock', '--choose', 'staging.json'],
    'Cannot choose "staging.json": expected SILENCE=CHOICE, such as list-order=oldest-first or list-order=newest-first. For a file, use --profile staging.json.',
  ],
  [
    ['mock', '--profile', 'list-order=newest-first'],
    'there is no such file. For a single choice, use --choose list-order=newest-first.',
  ],
  [
    ['mock', '--choose', 'list-ordre=x'],
    'Cannot use --choose: There is no silence "list-ordre". Did you mean "list-order"?',
  ],
  [
    ['mock', '--choose', 'pagin'],
    'Cannot choose "pagin": expected SILENCE=CHOICE, such as paging=none or paging=link.',
  ],
  [
    ['mock', '--choose', 'list-order=x'],
    'The silence "list-order" has no choice "x". Allowed: oldest-first, newest-first.',
  ],
  [['mock', '--profile', 'none.json'], 'Cannot read the file of --profile, none.json: there is no such file.'],
  [['mock', '--from', 'dataset=dmeo'], 'Cannot load dataset "dmeo": no such dataset.'],
  [['mock', '--from', 'sed=7'], 'Cannot use this state link: There is no part "sed". Did you mean "seed"?'],
  [['mock', '--from', 'scenario=slwo&list-order=x'], 'There is no scenario "slwo". Did you mean "slow"? The silence'],
  [['mock', '--from', 'https://127.0.0.1:4010/'], 'Cannot use this state link: The address has no state in it.'],
  [
    ['mock', '--from', 'none.txt'],
    'Cannot read the file of --from, none.txt: there is no such file. A state link itself has parts such as',
  ],
  [['mock', '--keys', 'none.json'], 'Cannot read the file of --keys, none.json: there is no such file.'],
  [
    ['mock', '--host', '0.0.0.0'],
    'Cannot listen on 0.0.0.0 without a token: others could reach the control API. Set ANIMAL_STORE_TOKEN or --token',
  ],
  [['mock', '--host', '::', '--token', ''], 'Cannot listen on :: without a token'],
  [['mock', '--allow-host', 'no host'], 'Cannot allow the host "no host": expected a name such as "mock.test"'],
  [['mock', '--token', 'two words'], 'Cannot guard with this token: expected 1 to 1024 visible ASCII characters.'],
  [
    ['list'],
    "Missing required argument 'table'. Expected one of clauses, checks, silences, scenarios, faults, datasets, keys, rules, errors. See: animal-store list --help",
  ],
  [['list', 'falts'], 'There is no table "falts". Did you mean "faults"? See: animal-store list --help'],
  [['list', 'keys', '--json=1'], "Option '--json' takes no value. See: animal-store list --help"],
  [['list', 'keys', '--jsno'], "Unknown option '--jsno' (Did you mean --json?) See: animal-store list --help"],
])('%j is refused in one line, with what is right', async (args, message) => {
  const { code, out, err } = await printed(...args)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(message)
  expect(err.split('\n').length).toBe(2)
  expect(err).not.toContain('my-secret')
})

test.each([
  ['{"list-ordre": "newest-first"}', 'file.json: There is no silence "list-ordre". Did you mean "list-order"?'],
  ['{"paging": 1, "b2": 2, "c3": 3, "d4": 4, "e5": 5}', 'And 2 more problems.'],
  [
    '{"name": 1, "type": 2, "files": 3, "pagin": 4}',
    'Expected silences and choices, such as {"list-order": "newest-first"}. Found "name", "type", "files" and more.',
  ],
  ['["list-order"]', 'file.json: Expected an object of silences and choices'],
  ['{"list-order": ', 'file.json: it is no JSON (malformed-json).'],
])('a profile in a file such as %s is refused, with the name of the file', async (text, message) => {
  const { code, err } = await printed('mock', '--profile', fileOf(text))
  expect(code).toBe(2)
  expect(err).toContain(message)
})

test.each([
  ['[]', 'file.json: expected an object of keys, each with a plan ("pro") or an object of texts'],
  ['{"key-of-mine": 7}', 'expected an object of keys'],
  ['{"key-of-mine": {"plna": "pro"}}', 'expected an object of keys'],
  [
    '{"key-of-mine": "por"}',
    'plan of the key key-…: expected "free" or "pro" or "business" or "enterprise", found "por"',
  ],
  ['{"key-of-mine": {"until": "soon"}}', 'until of the key key-…: expected an instant from 1970 to 9899'],
  [
    '{"key-of-mine": {"from": "2026-12-02T10:00:00Z", "until": "2026-12-01T10:00:00Z"}}',
    'Cannot add the key key-…: its from is not before its until.',
  ],
  ['{"key of mine": "pro"}', 'Cannot add this key: a key has 1 to 256 characters, none of them a space or a comma.'],
  ['{', 'file.json: it is no JSON (malformed-json).'],
])('a file of keys such as %s is refused without showing a key', async (text, message) => {
  const { code, err } = await printed('mock', '--keys', fileOf(text))
  expect(code).toBe(2)
  expect(err).toContain(message)
  expect(err).not.toContain('of-mine')
})

test('an animal file that cannot be used is wrong usage, said in one line', async () => {
  const path = fileOf('no state')
  const { code, out, err } = await printed('mock', '--port', '0', '--state', path)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(`Cannot use the animal file ${path}: it is not a SQLite database. Name another file.`)
  expect(err.split('\n').length).toBe(2)
})

test('each list has a line for each of its values', async () => {
  for (const [name, ids] of [
    ['clauses', clauses.map(({ id }) => id)],
    ['silences', silences.map(({ id }) => id)],
    ['scenarios', scenarios.map(({ id }) => id)],
    ['faults', faults.map(({ id }) => id)],
    ['keys', Object.keys(testKeys)],
    ['rules', ruleIds],
  ] as const) {
    const { code, out } = await printed('list', name)
    expect(code).toBe(0)
    const firsts = out.split('\n').map((line) => line.split(' ')[0])
    expect(firsts.slice(1, -1)).toEqual(ids)
  }
})

test.each([140, 80, 60, 40])('each list fits a terminal of %i columns and loses no word', async (columns) => {
  for (const name of listNames) {
    const { out } = await printedIn(columns, 'list', name)
    expect(Math.max(...out.split('\n').map((line) => line.length)), name).toBeLessThanOrEqual(columns)
    const whole = (await printed('list', name)).out
    const letters = (text: string) => text.replace(/[^a-z]/g, '').length
    expect(letters(out)).toBeGreaterThanOrEqual(letters(whole) - letters(whole.split('\n')[0] ?? ''))
  }
})

test('each list is there as JSON, with the same values', async () => {
  for (const name of listNames) {
    const { out } = await printed('list', name, '--json')
    const values = JSON.parse(out) as unknown[]
    expect(values.length).toBe((await printed('list', name)).out.split('\n').length - 2)
  }
  const json = JSON.parse((await printed('list', 'silences', '--json')).out) as unknown
  expect(json).toContainEqual(
    expect.objectContaining({ id: 'page-cap', form: expect.objectContaining({ shape: 'NUMBER' }) }),
  )
})

test.each([
  'scenario=slow:%1B%5B31m%E2%80%AE',
  'scenario=%1B%5B31m%0A:3:4:5',
  'dataset=%1B%5B31m%0D',
  'dataset=%1B%5B31m%0D.json',
  'enterprise=%C2%9B31m',
  '%E2%80%AEseed=1',
])('what is wrong with the state link %s is said without a word to the terminal', async (link) => {
  const { code, err } = await printed('mock', '--port', '0', '--from', link)
  expect(code).toBe(2)
  expect(err).toMatch(/\\u/)
  expect(err).not.toMatch(/[^\P{C}\n]/u)
})

test('a choice is shown in short, however long it is', async () => {
  const { err } = await printed('mock', '--port', '0', '--from', `list-order=${'A'.repeat(9000)}`)
  expect(err).toContain('has no choice "AAAAA')
  expect(err.length).toBeLessThan(300)
})
