import type { JSHandle, Locator } from '@playwright/test'
import type { Locale } from 'latchkey'
import { speakIn } from './screens.ts'
import { overflowingIn } from './targets.ts'
import { cleaned, clippedTextsIn, englishAmong, rawTextsIn } from './texts.ts'

const tools = { speakIn, overflowingIn, clippedTextsIn, rawTextsIn }
/** The code of these functions as one expression: a function given to `evaluate` sees nothing of its file. */
const source = `({ ${Object.entries(tools).map(([name, tool]) => `${name}: ${String(tool)}`).join(', ')} })`

type Translated = { locales: readonly Locale[]; english: readonly string[]; foreign: readonly string[] }

/**
 * Shows a screen in one language after another, and finds parts that overflow it, texts that are cut off, and, in the languages of `translated`, English texts.
 * All within one call into the page, because eight calls a language cost more than the checks.
 * @returns one text for each fault, which begins with its language
 */
export async function languageFaults(modal: Locator, locales: readonly Locale[], translated?: Translated): Promise<string[]> {
  const inPage = await modal.page().evaluateHandle(source) as JSHandle<typeof tools> // `source` describes this object
  const found = await modal.evaluate(async (element, { inPage, locales }) => {
    const { speakIn, overflowingIn, clippedTextsIn, rawTextsIn } = inPage
    const all = []
    for (const locale of locales) {
      await speakIn(locale)
      all.push({ locale, overflowing: overflowingIn(element), clipped: clippedTextsIn(element), texts: rawTextsIn(element) })
    }
    return all
  }, { inPage, locales })
  return found.flatMap(({ locale, overflowing, clipped, texts }) => [
    ...overflowing.map((part) => `${locale}, overflows: ${part}`),
    ...clipped.map((text) => `${locale}, cut off: ${text}`),
    ...(translated?.locales.includes(locale) ? englishAmong(cleaned(texts), translated.english, translated.foreign).map((text) => `${locale}, in English: ${text}`) : []),
  ])
}
