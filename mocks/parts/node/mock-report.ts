import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type OptionKinds, aText, checkOptions } from '../../../spec/index.ts'
import type { Sandbox } from '../../../spec/made/control-types.ts'
import { type FailedTest, reportTarget } from '../../control/client/sandbox-path.ts'
import { tabTransport } from '../../control/client/tab-transport.ts'
import type { Transport } from '../../control/client/transport.ts'
import { defaultSandboxName } from '../../keys/keys.ts'
import type { AnimalStore } from '../../store/store.ts'
import { ownPanelFiles } from '../../http/panel-files.ts'

/** What a report is of. */
export interface MockReportOptions extends FailedTest {
  /** The name of the sandbox. Default: `default`, or the one that was called last if that one was not called. */
  readonly sandbox?: string | undefined
}

const errors = { expected: 'an array of errors', accepts: Array.isArray }
const optionKinds: OptionKinds<MockReportOptions> = { sandbox: aText, test: aText, errors }

/**
 * Writes one HTML file: the panel with all that a sandbox has now. It shows how the test failed, the calls with the reason
 * of each answer, what was played, the animals and the keys, which are masked. It sends no request, so it can be opened later and elsewhere. A
 * folder that is missing is made. Rejects if there is no such sandbox, or the file cannot be written.
 */
export async function mockReport(store: AnimalStore, path: string, options: MockReportOptions = {}): Promise<void> {
  checkOptions('mockReport', options, optionKinds)
  const transport = tabTransport(store, { panel: ownPanelFiles() })
  const { sandbox = await calledSandbox(transport), ...failed } = options
  const page = await transport.read(reportTarget(sandbox, failed))
  await mkdir(dirname(path), { recursive: true })
  // As of every report: nobody else may read a new one.
  await writeFile(path, page, { mode: 0o600 })
}

/** The default sandbox, or the one that was called last if nothing called that. */
async function calledSandbox(transport: Transport): Promise<string> {
  const sandboxes = (await transport.send({ method: 'GET', target: '/_mock/sandboxes' })) as readonly Sandbox[]
  const called = sandboxes
    .filter(({ calls }) => calls > 0)
    .toSorted((one, other) => other.lastUsedAt.localeCompare(one.lastUsedAt))
  if (called.some(({ name }) => name === defaultSandboxName)) return defaultSandboxName
  return called[0]?.name ?? defaultSandboxName
}
