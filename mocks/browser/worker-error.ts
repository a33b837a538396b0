/** The mock cannot answer this tab; the message says why, and what mends it. */
export class WorkerError extends Error {
  override readonly name = 'WorkerError'
}

/** What puts the right worker script in place. */
export const mendingCommand =
  'Run "npx animal-store init public" with the folder that your app serves at /, or use the Vite plugin of animal-store-kit/vite.'
