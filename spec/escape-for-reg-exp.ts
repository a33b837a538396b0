/** A text as a regular expression finds it; RegExp.escape is too new for some browsers. */
export function escapeForRegExp(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)
}
