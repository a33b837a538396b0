import { errorCodes, faults } from '../../mocks/index.ts'
import type { Made } from './make.ts'

/** The ids of faults and of error codes, apart from what they do and mean, which few tabs need. */
export function makeIds(): Made {
  return {
    'mocks/faults/made/fault-ids.ts': idsText(
      'fault',
      'FaultId',
      'mocks/faults/',
      faults.map(({ id }) => id),
    ),
    'mocks/call/made/error-codes.ts': idsText(
      'errorCode',
      'ErrorCode',
      'mocks/call/error-codes.ts',
      Object.keys(errorCodes),
    ),
  }
}

function idsText(name: string, type: string, source: string, ids: readonly string[]): string {
  return [
    `// Made from ${source} by \`npm run make\`. Change that, not this file.`,
    '',
    `export const ${name}Ids = [`,
    ...ids.map((id) => `  '${id}',`),
    '] as const',
    '',
    `export type ${type} = (typeof ${name}Ids)[number]`,
    '',
  ].join('\n')
}
