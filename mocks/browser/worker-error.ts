/** The mock cannot answer this tab; the message says why, and what mends it. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError'
}

/** Puts into words why the mock cannot start. The words are loaded when there is something to say. */
export async function workerProblem(
  say: (words: typeof import('./worker-problems.ts')) => string | Promise<string>,
  cause?: unknown,
): Promise<WorkerError> {
  const text = await say(await import('./worker-problems.ts'))
  return new WorkerError(`Cannot start the mock${text}`, cause === undefined ? {} : { cause })
}
