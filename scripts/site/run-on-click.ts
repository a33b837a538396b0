/** Runs an example when its button is clicked. What runs it, mock included, is loaded by the first click. */
export function runOnClick(page: Document): void {
  page.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('.run button') : null
    const example = button?.closest<HTMLElement>('.run')
    if (button && example) void act(button, example)
  })
}

async function act(button: HTMLButtonElement, example: HTMLElement): Promise<void> {
  button.disabled = true
  try {
    const { openBench, runExample } = await import('./run-example.ts')
    await (button.dataset['bench'] === undefined ? runExample(example) : openBench(example))
  } finally {
    button.disabled = false
  }
}
