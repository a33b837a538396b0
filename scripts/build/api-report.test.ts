import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../testing/temp-folder.ts'
import { apiReport } from './api-report.ts'

test('follows names to their declarations, and shows each declaration once', () => {
  const folder = tempFolder()
  mkdirSync(join(folder, 'inner'))
  writeFileSync(
    join(folder, 'index.d.ts'),
    `export { type Pet, feedPet as feed } from './inner/pet.ts';\nexport declare function pat(pet: Pet): void;\n`,
  )
  writeFileSync(
    join(folder, 'other.d.ts'),
    `import { type Pet } from './inner/pet.js';\nexport { type Pet };\nexport { expect } from 'vitest';\nexport {};\n`,
  )
  writeFileSync(
    join(folder, 'inner/pet.d.ts'),
    `/** An animal. */\nexport interface Pet {\n    /** Unique. */\n    readonly id: number;\n}\ndeclare function feedPet(): void;\nexport { feedPet };\n`,
  )
  const types = (name: string) => ({ types: join(folder, `${name}.d.ts`) })
  const page = apiReport('kit', {
    '.': types('index'),
    './other': types('other'),
    './package.json': './package.json',
  })
  expect(page.slice(page.indexOf('## '))).toBe(`## kit

\`\`\`ts kit
export interface Pet {
    readonly id: number;
}

declare function feedPet(): void;

export declare function pat(pet: Pet): void;
\`\`\`

## kit/other

\`\`\`ts kit/other
// Pet: as in kit

export { expect } from 'vitest';
\`\`\`
`)
  expect(() => apiReport('kit', { '.': types('absent') })).toThrow('absent.d.ts')
})
