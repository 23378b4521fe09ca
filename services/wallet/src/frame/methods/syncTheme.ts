import { syncTheme as method } from '@latchkey/protocol/frame/frame'
import { applyTheme } from '../styles/applyTheme.ts'
import { answer } from './answer.ts'

/** Takes over the site's theme, as far as it leaves everything readable. */
export const syncTheme = answer(method, async (wallet, theme) => {
  // a site that changes its mode alone keeps its colours
  Object.assign(wallet.theme, theme)
  applyTheme(document.documentElement, wallet.theme)
  return undefined
})
