import DefaultTheme from 'vitepress/theme'
import { runOnClick } from '../../run-on-click.ts'

export default {
  extends: DefaultTheme,
  enhanceApp() {
    // Pages are made without a document.
    if (!import.meta.env.SSR) runOnClick(document)
  },
}
