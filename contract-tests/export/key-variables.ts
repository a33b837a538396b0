import type { KeyForms } from '../exchange/credentials.ts'

/** The key where only variables can stand for it: one for the key, and one for a key that is changed. */
export function keyVariables(key: string, wrongKey: string): KeyForms {
  return {
    key,
    other: 'contract-test-wrong-key',
    truncated: wrongKey,
    otherCase: wrongKey,
    renamed: wrongKey,
  }
}
