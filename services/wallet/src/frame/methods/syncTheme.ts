import { syncTheme as method } from '@latchkey/protocol/frame'
import { applyTheme } from '../styles/applyTheme.ts'
import { answer } from './answer.ts'

/** Takes over the site's theme, as far as it leaves everything readable. */
export const syncTheme = answer(method, async (_, theme) => {
  applyTheme(document.documentElement, theme)
  return undefined
})
