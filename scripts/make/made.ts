/** Texts by the path of their file, below the root of the repository. */
export type Made = Readonly<Record<string, string>>
