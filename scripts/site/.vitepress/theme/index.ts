import DefaultTheme from 'vitepress/theme'

export default {
  extends: DefaultTheme,
  enhanceApp() {
    // Pages are made without a document.
    if (!import.meta.env.SSR) document.addEventListener('click', ({ target }) => void run(target))
  },
}

/** Runs an example when its button is clicked. What runs it, mock included, is loaded by the first click. */
async function run(target: EventTarget | null): Promise<void> {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('[data-example] > button') : null
  if (button?.parentElement == null) return
  const { runExample } = await import('../../run-example.ts')
  await runExample(button.parentElement)
}
