import type { Mutant } from './sample.ts'
import { mutated } from './mutations.ts'
import { type Importers, relatedTests } from './related-tests.ts'
import type { Run, Workspace } from './workspace.ts'

/** How long a run may take. A mutant that runs longer is noticed only if the same run ends in time without it. */
export interface Limits {
  readonly nearMilliseconds: number
  readonly farMilliseconds: number
}

const usualLimits: Limits = { nearMilliseconds: 120_000, farMilliseconds: 600_000 }

/** Judges mutants by the tests that load their file. */
export class Judge {
  readonly #importers: Importers
  readonly #limits: Limits
  /** Test files that failed without a mutant. They say nothing about one. */
  readonly unreliable = new Set<string>()

  constructor(importers: Importers, limits = usualLimits) {
    this.#importers = importers
    this.#limits = limits
  }

  /** Whether a test fails with a mutant, and passes without it. */
  async isNoticed({ file, mutation }: Mutant, workspace: Workspace): Promise<boolean> {
    const text = workspace.read(file)
    for (const run of this.#runsFor(file))
      if (await this.#isNoticedBy(run, workspace, file, text, mutated(text, mutation))) return true
    return false
  }

  /** The tests beside a file, which notice most; then the other quick tests, then the slow ones, with every case of large tables. */
  #runsFor(file: string): readonly Run[] {
    const { near, others } = relatedTests(file, this.#importers)
    const { nearMilliseconds, farMilliseconds } = this.#limits
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
  async #isNoticedBy(run: Run, workspace: Workspace, file: string, text: string, changed: string): Promise<boolean> {
    for (;;) {
      const files = run.files.filter((each) => !this.unreliable.has(each))
      workspace.write(file, changed)
      const { outcome, failed } = await workspace.test({ ...run, files })
      workspace.write(file, text)
      if (outcome === 'passed') return false
      const suspects = failed.length > 0 ? failed : files
      const without = await workspace.test({ ...run, files: suspects })
      if (without.outcome === 'passed') return true
      // A test that fails or hangs without the mutant too has noticed nothing, and hides what others would notice.
      for (const each of without.failed.length > 0 ? without.failed : suspects) this.unreliable.add(each)
    }
  }
}
