/** The mock cannot answer this tab; the message says why, and how to fix it. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError'
}

/** The browser does not keep animals here; the message says why. */
export class KeptAnimalsError extends Error {
  override readonly name = 'KeptAnimalsError'
}

/** Puts into words why the mock cannot start. The words are loaded when there is something to say. */
export async function workerProblem(
  say: (words: typeof import('./worker-problems.ts').workerProblems) => string | Promise<string>,
  cause?: unknown,
): Promise<WorkerError> {
  const { workerProblems } = await import('./worker-problems.ts')
  const text = await say(workerProblems)
  return new WorkerError(`Cannot start the mock${text}`, cause === undefined ? {} : { cause })
}
