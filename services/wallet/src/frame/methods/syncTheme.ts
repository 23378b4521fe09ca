import { syncTheme as method } from '@latchkey/protocol/frame/frame'
import { applyTheme } from '../styles/applyTheme.ts'
import { answer } from './answer.ts'

/** Applies the site's theme, as far as everything stays readable. */
export const syncTheme = answer(method, async (wallet, theme) => {
  // a site that changes only its mode keeps its colours
  Object.assign(wallet.theme, theme)
  applyTheme(document.documentElement, wallet.theme)
  return undefined
})
