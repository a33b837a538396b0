import type { Mutant } from './sample.ts'
import { mutated } from './mutations.ts'
import { type Importers, relatedTests } from './related-tests.ts'
import type { Run, Workspace } from './workspace.ts'

// A mutant that makes a run longer is noticed only if the same run ends in time without it.
const [nearMilliseconds, farMilliseconds] = [120_000, 600_000]

/** Judges mutants by the tests that load their file. */
export class Judge {
  readonly #importers: Importers
  readonly #workspace: Workspace
  /** Test files that failed without a mutant. They say nothing about one. */
  readonly unreliable = new Set<string>()

  constructor(importers: Importers, workspace: Workspace) {
    this.#importers = importers
    this.#workspace = workspace
  }

  /** Whether a test fails with a mutant, and passes without it. */
  async isNoticed({ file, mutation }: Mutant): Promise<boolean> {
    const text = this.#workspace.read(file)
    for (const run of this.#runsFor(file))
      if (await this.#isNoticedBy(run, file, text, mutated(text, mutation))) return true
    return false
  }

  /** The tests beside a file, which notice most; then the other quick tests, then the slow ones, with every case of large tables. */
  #runsFor(file: string): readonly Run[] {
    const { near, others } = relatedTests(file, this.#importers)
    return [
      { files: near, mostMilliseconds: nearMilliseconds },
      { files: others, projects: ['core'], mostMilliseconds: farMilliseconds },
      // A slow test that loads `spec/` loads everything: all of them together take many minutes.
      {
        files: file.startsWith('spec/') ? [] : others,
        projects: ['slow', 'own', 'tools'],
        mostMilliseconds: farMilliseconds,
      },
    ]
  }

  /** Whether a run fails with the changed text, and what failed passes without the change. */
  async #isNoticedBy(run: Run, file: string, text: string, changed: string): Promise<boolean> {
    for (;;) {
      const files = run.files.filter((each) => !this.unreliable.has(each))
      this.#workspace.write(file, changed)
      const { outcome, failed } = await this.#workspace.test({ ...run, files })
      this.#workspace.write(file, text)
      if (outcome === 'passed') return false
      const suspects = failed.length > 0 ? failed : files
      const without = await this.#workspace.test({ ...run, files: suspects })
      if (without.outcome === 'passed') return true
      // A test that fails or hangs without the mutant too has noticed nothing, and hides what others would notice.
      for (const each of without.failed.length > 0 ? without.failed : suspects) this.unreliable.add(each)
    }
  }
}
