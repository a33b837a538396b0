import { type CommandFlags, defineCommand, number } from '../command.ts'
import {
  addressOptions,
  maxWaitOption,
  reachOptions,
  readKey,
  typedDeployment,
  typedCommand,
  withTypedProgram,
} from '../deployment.ts'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { type Client, closeAfterAbort, createClient } from '../../../contract-tests/client/index.ts'
import { addressKind } from '../address-kind.ts'
import { findDataset, writePets } from '../../../fixtures/all.ts'
import {
  SeedError,
  SeedJournal,
  type SeedResult,
  type SeedTask,
  countPlan,
  lookAhead,
  mostLooks,
  seedAnimals,
} from '../../../fixtures/seed/index.ts'
import { type NewPet, newPetOf, planNames, plans, printable, shellWord, writeJson } from '../../../spec/index.ts'
import { formatFor, requireWritable, writeToFile } from '../files.ts'
import { ExitWith, type Shell, UsageError, whileShown } from '../shell.ts'
import { checkAddress } from './check-address.ts'
import { paceText, planText, resultText, seedProgress } from './seed-text.ts'

/** In seconds: a ban of a few minutes is waited for. */
const usualMaxWait = 600

const options = {
  'Where to:': {
    ...addressOptions,
    '--write-to <host>': 'the host of --url again, if it looks like production',
  },
  'What:': {
    '--dataset <name>': 'the animals, by name or by the path of a file (default: demo)',
    '--count <number>': number('how many, if the dataset can have any number'),
    '--seed <number>': number('the seed of generated animals (default: 1)'),
  },
  'How:': {
    '--dry-run': 'send no animal, and print what it would take; with a key, look whether they are there',
    '--plan <plan>': { text: 'the plan of the key (default: as the headers show)', choices: planNames },
    ...maxWaitOption(usualMaxWait),
    '--journal <file>': 'where every request and answer is written (default: animal-store-seed-HOST.ndjson)',
    '--resume': 'go on with the journal, to its address and with its animals',
    '--ensure': 'look for every animal first, and send only those that are proven to be missing',
    '--out <file>': 'write the animals with their ids, as .json, .ndjson or .csv',
    ...reachOptions,
  },
} as const

type SeedFlags = CommandFlags<typeof options>

/** The command `seed`. */
export const command = defineCommand({
  name: 'seed',
  about: 'Add the animals of a dataset to a deployment through POST /pets, and go on after a crash.',
  options,
  run: runSeed,
  more: `
No animal is sent again while it may exist. A new seeding that finds some of its animals there sends none. Every request is
written to the journal before it is sent, and every answer after: after Ctrl-C, a crash or kill -9, --resume leaves out what
exists, and what is unknown because its answer was lost. --ensure looks for every animal first, by the ids of the journal
and by lists that show everything, and sends those that are proven to be missing.

A public host is taken for production, and then needs --write-to, unless a part of its name says otherwise (staging,
test, dev, demo, sandbox, qa, uat, preview, mock, ci and the like). Plain http is for this machine and private networks.

Examples:
  animal-store seed --url http://127.0.0.1:4010/v1 --key-env KEY --dataset demo --count 200
  animal-store seed --url https://staging.example/v1 --key-file key.txt --dataset animals.csv --dry-run
  animal-store seed --resume --url https://staging.example/v1 --key-file key.txt
  animal-store seed --resume --ensure --journal my.ndjson --key-env KEY --out seeded.json

With nothing left to send, it looks whether the first and the last animal of the journal are still there.

Exit codes: 0 every animal was accepted or found, 1 it was stopped or some are unknown or refused, 2 the usage is wrong
or a new seeding found some there, 3 animals of the journal are gone, 130 Ctrl-C.`,
})

/**
 * Seeds a deployment as the flags say.
 * @throws {UsageError} {SeedError} {SeedJournalError} {DatasetError} when something was asked for that cannot be
 * @throws {ExitWith} unless every animal exists in the end
 */
async function runSeed(flags: SeedFlags, shell: Shell): Promise<void> {
  // Whether it can be written should be known before hours are spent.
  if (flags.out !== undefined) {
    formatFor({ out: flags.out }, '')
    await requireWritable(flags.out)
  }
  let journal = flags.resume === true ? SeedJournal.resume(journalOf(flags)) : undefined
  if (journal?.notice !== undefined) {
    const advice = 'If lines before it are gone, too, their animals are sent again: look for animals that exist twice.'
    shell.err(`${journal.notice} ${advice}\n`)
  }
  try {
    const client = clientFor(flags, journal?.task.url)
    const { task, animals, hasOwnIds } = await loadTask(flags, client.baseUrl, journal)
    if (hasOwnIds) shell.err('A deployment gives ids of its own: these are not kept.\n')
    if (flags.dryRun === true) {
      if (existsSync(journalOf(flags))) journal ??= SeedJournal.create(journalOf(flags), task, flags.ensure)
      const isNew = flags.ensure !== true && (journal === undefined || journal.states.length === 0)
      if (isNew && (flags.key ?? flags.keyEnv ?? flags.keyFile) !== undefined)
        await lookAhead({ client, apiKey: await readKey(flags, shell), animals }).finally(() => client.close())
      return printPlan(task, journal, flags, shell)
    }
    const apiKey = await readKey(flags, shell)
    const key = digestOfKey(apiKey)
    journal ??= SeedJournal.create(journalOf(flags), { ...task, key }, flags.ensure)
    journal.useKey(key)
    await seedBy(journal, animals, { client, apiKey, flags, shell })
  } finally {
    journal?.close()
  }
}

/** The file of --journal, or one for each address. @throws {UsageError} if neither it nor a valid address was given */
function journalOf({ journal, url = '' }: SeedFlags): string {
  if (journal !== undefined) return journal
  if (URL.canParse(url)) return `animal-store-seed-${new URL(url).host.replaceAll(/[^\w.-]+/g, '-')}.ndjson`
  throw new UsageError('Cannot find the journal: name the address with --url, or the file with --journal.')
}

function clientFor({ url: given, timeout, ca, proxy, writeTo, dryRun }: SeedFlags, begun: string | undefined): Client {
  const url = given ?? begun
  if (url === undefined) {
    throw new UsageError('Cannot seed without an address: name it with --url, such as https://staging.example/v1.')
  }
  const client = createClient({ baseUrl: url, deadlineMilliseconds: timeout * 1000, caFile: ca, proxy })
  // What sends nothing harms no production.
  const { hostname } = new URL(client.baseUrl)
  checkAddress(client.baseUrl, dryRun === true ? (writeTo ?? hostname) : writeTo)
  return client
}

/** What is to be seeded: that of the journal, if there is one. @throws {UsageError} when the flags ask for something else */
async function loadTask(
  flags: SeedFlags,
  url: string,
  journal: SeedJournal | undefined,
): Promise<{ task: SeedTask; animals: readonly NewPet[]; hasOwnIds: boolean }> {
  const asked = { ...flags, url }
  const { dataset = 'demo', count, seed = 1 } = journal?.task ?? flags
  for (const name of ['url', 'dataset', 'count', 'seed'] as const) {
    const begun = journal?.task[name]
    if (journal === undefined || asked[name] === undefined || asked[name] === begun) continue
    throw new UsageError(
      `Cannot go on with ${journal.path}: it was begun with --${name} ${begun === undefined ? '(its default)' : shellWord(String(begun))}. ` +
        'Leave the flag out, or begin another journal with --journal.',
    )
  }
  const pets = await findDataset(dataset).load({ count, seed })
  const animals = pets.map(newPetOf)
  if (animals.length === 0) {
    throw new SeedError(`Cannot seed "${dataset}": there is no animal to send. See: animal-store list datasets`)
  }
  const digest = digestOf(animals)
  if (journal !== undefined && digest !== journal.task.digest) {
    throw new UsageError(
      `Cannot go on with ${journal.path}: the animals of "${dataset}" have changed since it was begun. Put them back as ` +
        'they were, or begin another journal with --journal.',
    )
  }
  // Those of most datasets are 1, 2, 3, which an empty deployment may give, too.
  const hasOwnIds = pets.some(({ id }, at) => BigInt(id) !== BigInt(at + 1))
  const counted = count === undefined ? {} : { count }
  return { task: { url, dataset, ...counted, seed, animals: animals.length, digest }, animals, hasOwnIds }
}

function digestOf(animals: readonly NewPet[]): string {
  const hash = createHash('sha256')
  for (const animal of animals) hash.update(`${writeJson(animal)}\n`)
  return hash.digest('hex')
}

function digestOfKey(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex').slice(0, 6)
}

function printPlan(task: SeedTask, journal: SeedJournal | undefined, flags: SeedFlags, shell: Shell): void {
  const { plan, writeTo, ensure = false } = flags
  const animals = (journal?.missing.length ?? task.animals) + (ensure ? (journal?.unknown.length ?? 0) : 0)
  const looks = ensure ? mostLooks(journal ?? { created: [], unknown: [] }) : 0
  shell.out(`${task.url}, dataset ${task.dataset}: no animal is sent.\n`)
  if (journal !== undefined && animals + looks === 0)
    return shell.out(
      `Nothing to send: by the journal ${journal.path}, no animal is missing. A run looks at two of them.\n`,
    )
  if (writeTo === undefined && addressKind(task.url) === 'production') {
    const { hostname } = new URL(task.url)
    shell.out(`${hostname} looks like production: to send animals there, add --write-to ${shellWord(hostname)}.\n`)
  }
  shell.out(`${planText(countPlan(animals, looks, {}))}\n`)
  // The headers show the plan only once something is sent.
  for (const name of plan === undefined ? planNames : [plan]) {
    const { requestsPerMinute, requestsPerDay } = plans[name]
    const limits = { minuteLimit: requestsPerMinute ?? undefined, dayLimit: requestsPerDay ?? undefined }
    shell.out(`  ${plans[name].name.padEnd(10)}  ${paceText(countPlan(animals, looks, limits)) || 'as was agreed'}\n`)
  }
}

interface Seeding {
  readonly client: Client
  readonly apiKey: string
  readonly flags: SeedFlags
  readonly shell: Shell
}

async function seedBy(journal: SeedJournal, animals: readonly NewPet[], of: Seeding): Promise<void> {
  const { client, apiKey, flags, shell } = of
  const { plan, ensure, out } = flags
  const done = animals.length - journal.missing.length - (ensure === true ? journal.unknown.length : 0)
  // The first signal lets the answer on its way come in; a second one ends the process at once. Neither loses anything.
  let received: NodeJS.Signals | undefined
  const result = await whileShown(shell, (line, signal) => {
    closeAfterAbort(client, signal)
    signal.addEventListener('abort', () => {
      line.say('Stopping once the answer on its way is written down.')
      received = signal.reason as NodeJS.Signals
    })
    const { onEvent, end } = seedProgress(line, animals.length, done, journal.path)
    const maxWaitMilliseconds = flags.maxWait * 1000
    const asked = { plan, ensure, maxWaitMilliseconds }
    return seedAnimals({ client, apiKey, journal, animals, ...asked, signal, onEvent }).finally(end)
  }).finally(() => client.close())
  shell.out(resultText(result))
  const code = sayHowToGoOn(result, { ...flags, resume: journal.isEmpty ? undefined : true }, shell)
  if (out !== undefined) {
    await writeToFile(writePets(result.pets, formatFor({ out }, '')), out)
    shell.out(`Wrote ${result.pets.length} animals with their ids to ${out}.\n`)
  }
  if (result.stopped !== undefined && received !== undefined) throw new ExitWith(128 + constants.signals[received])
  if (code !== 0) throw new ExitWith(code)
}

/** Says why it stopped and what to type next. @returns the exit code */
function sayHowToGoOn(result: SeedResult, flags: SeedFlags, shell: Shell): number {
  const { stopped, missing, refused, unknown, unproven, seen, isGone } = result
  if (stopped !== undefined) shell.err(`Stopped: ${withTypedProgram(printable(stopped)).replace(/(?<![.?!])$/, '.')}\n`)
  if (!isGone && missing + refused.length > unproven.length) shell.err(`To go on: ${commandOf(flags)}\n`)
  if (unknown.length > 0) {
    shell.err(`To look for the unknown ones, and send those that are missing: ${commandOf(flags, true)}\n`)
  }
  if (seen !== undefined && !isGone) shell.err('To send more animals, name another file with --journal.\n')
  if (isGone)
    shell.err(
      `Animals of the journal are gone. To look for all, and send those that are missing: ${commandOf(flags, true)}\n` +
        'To send all as if for the first time, name another file with --journal.\n',
    )
  if (isGone && unknown.length + refused.length === 0) return 3
  return stopped === undefined && missing + refused.length + unknown.length + unproven.length === 0 ? 0 : 1
}

/** The command that goes on, without the key. */
function commandOf(flags: SeedFlags, ensure = flags.ensure): string {
  const { writeTo, plan, journal, resume, dataset, count, seed } = flags
  const what = resume === true ? {} : { dataset, count, seed }
  const url = journal === undefined || resume !== true ? flags.url : undefined
  // A shorter one would stop it again.
  const maxWait = flags.maxWait > usualMaxWait ? flags.maxWait : undefined
  const typed = { ...typedDeployment(flags), writeTo, plan, maxWait }
  return typedCommand('seed', { resume, ensure, url, ...what, journal, ...typed })
}
