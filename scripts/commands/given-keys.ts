import { Secrets, shownKey } from '../../spec/mask.ts'

// A part of the key may be a word that messages use, as in the name of a clause.
const given = new Secrets(true)

/** From now on, nothing that this process prints or writes shows the key. */
export function hideGivenKey(key: string): void {
  given.add(key, shownKey)
}

/** Masks the keys that commands were given. This is the last guard: results should have no keys anyway. */
export function withoutGivenKeys(text: string): string {
  return given.mask(text)
}

const nameOfKey = /(?:^|[_-])(?:key|token|secret)$/i

/** Hides every key in the arguments and the environment: it may also have been typed in the wrong place. */
export function hideKeysAround(args: readonly string[]): void {
  for (const key of keysAround(args))
    // The parser repeats an unknown flag up to its first "=".
    for (const text of [key, key.split('=')[0] ?? '']) hideGivenKey(text)
}

/** The keys in the arguments and the environment of a command, by the names of flags and variables. */
export function keysAround(args: readonly string[]): readonly string[] {
  const isFlagBefore = (at: number, flag: RegExp): boolean => flag.test(args[at - 1] ?? '')
  const typed = args.flatMap((arg, at) => {
    if (isFlagBefore(at, /^--key$/)) return [arg]
    return isFlagBefore(at, /^--key-env(?:-[ab])?$/) ? [process.env[arg]] : [/^--key=(.*)$/s.exec(arg)?.[1]]
  })
  const kept = Object.entries(process.env).flatMap(([name, value]) => (nameOfKey.test(name) ? [value] : []))
  return [...typed, ...kept].filter((key) => key !== undefined)
}
