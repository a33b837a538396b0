import { writeJson } from '../../../spec/index.ts'
import { textOf } from '../../call/call.ts'
import { journalEntry } from '../../journal-text/journal-entry.ts'
import { sandboxPath } from '../client/sandbox-path.ts'
import { ControlError, type ControlReply, type Handlers, file } from '../handler.ts'
import { originOf } from '../origin.ts'
import { type WrittenReport, mostAnimalBytes, mostAnimals, mostCallBytes, thoseThatFit } from '../report/mock-report.ts'
import { type BuiltPanel, reportPage } from '../report/report-page.ts'
import { journalHandlers } from './journal.ts'
import { keyHandlers } from './keys.ts'
import { mockHandlers } from './mock.ts'
import { sandboxHandlers } from './sandboxes.ts'

export const reportHandlers: Handlers<'report'> = {
  async reportSandbox(input) {
    const panel = await builtPanel(input)
    return file(
      `calls-${input.sandbox.name}.html`,
      'text/html; charset=utf-8',
      reportPage(panel, await reportOf(input)),
    )
  },
}

type Input = Parameters<Handlers['reportSandbox']>[0]

/** @throws {ControlError} when this mock has no panel, or it is not built */
async function builtPanel({ panel }: Input): Promise<BuiltPanel> {
  const script = await panel?.('/panel/panel.js')
  const style = await panel?.('/panel/panel.css')
  if (script !== undefined && style !== undefined) return { script: textOf(script.body), style: textOf(style.body) }
  const missing = 'Give createControl the files of one: { panel: readPanelFiles(folder) }.'
  const advice = panel === undefined ? missing : 'Build it: npm run build:panel.'
  throw new ControlError(404, 'not_found', `Cannot make a page: this mock has no panel. ${advice}`)
}

async function reportOf(input: Input): Promise<WrittenReport> {
  const { sandbox, query, call, store } = input
  const path = sandboxPath(sandbox.name)
  const calls = callsOf(input)
  const animals = await animalsOf(input)
  const masked = (text: string | undefined) => text && store.keys.masker()(text)
  const asked = { ...input, query: {} }
  return {
    at: new Date().toISOString(),
    test: masked(query.test),
    failure: masked(query.failure),
    sandbox: sandbox.name,
    origin: originOf(call) ?? '',
    elsewhere: store.sandboxes
      .filter(({ name, journal }) => name !== sandbox.name && journal.total > 0)
      .toSorted((one, other) => other.lastUsedMilliseconds - one.lastUsedMilliseconds)
      .map(({ name, journal }) => ({ sandbox: name, calls: journal.total })),
    leftOut: { calls: calls.leftOut, animals: animals.leftOut },
    answers: {
      '/_mock/lists': await bodyOf(mockHandlers.showLists(asked)),
      '/_mock/keys': await bodyOf(keyHandlers.listKeys(asked)),
      [path]: await bodyOf(sandboxHandlers.showSandbox(asked)),
      [`${path}/journal`]: calls.text,
      // The calls are in the journal, and may be large.
      [`${path}/held`]: writeJson({
        held: sandbox.held.map(({ id, record }) => ({ id, call: { number: record.number } })),
      }),
      [`${path}/conduct`]: await bodyOf(journalHandlers.judgeConduct({ ...asked, query: { seen: 1000 } })),
      [`${path}/coverage`]: await bodyOf(journalHandlers.showCoverage(asked)),
      [`${path}/animals`]: animals.text,
    },
  }
}

const bodyOf = async (reply: ControlReply | PromiseLike<ControlReply>) => textOf((await reply).body)

/** The latest calls that fit, as `GET …/journal` answers. */
function callsOf({ sandbox: { journal }, store }: Input) {
  const records = journal.records().toReversed()
  const kept = thoseThatFit(records, (record) => writeJson(journalEntry(record, store.keys)), mostCallBytes)
  const { total, size } = journal
  const entries = kept.toReversed().join()
  const text = `{"total":${total},"lost":${total - size},"fitting":${size},"entries":[${entries}]}`
  return { text, leftOut: total - kept.length }
}

/** The first animals that fit, as `GET …/animals` answers. A name may be a key that a client sent in the wrong place. */
async function animalsOf({ sandbox, store }: Input) {
  const animals = await sandbox.animals
  const { items: pets } = await animals.page({ limit: mostAnimals, order: 'oldest-first' })
  const mask = store.keys.masker()
  const kept = thoseThatFit(pets, (pet) => writeJson({ ...pet, name: mask(pet.name) }), mostAnimalBytes)
  const total = await animals.count()
  const text = `{"total":${total},"offset":0,"limit":${mostAnimals},"animals":[${kept.join()}]}`
  return { text, leftOut: total - kept.length }
}
