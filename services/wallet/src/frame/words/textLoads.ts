import type { TextLoads } from './createLanguage.ts'
import type { FrameTexts } from './frameTexts.ts'

const loads = import.meta.glob<{ default: FrameTexts }>('./locales/*.ts')
const named = Object.entries(loads).map(([path, load]) => [
  path.slice('./locales/'.length, -'.ts'.length),
  load,
])

/** The texts of the languages: one file of the page each. */
// `scripts/check-locales.mjs` checks that there is a file for each language
export const textLoads = Object.fromEntries(named) as TextLoads
