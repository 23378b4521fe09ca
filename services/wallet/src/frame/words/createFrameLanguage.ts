import {
  createLanguage,
  type Language,
  type TranslationLoads,
} from '@latchkey/words/createLanguage'
import type { TranslationFile } from '@latchkey/words/readTranslation'

const folder = '../locales/'
/**
 * The files of the languages, each of which becomes a file of the page. A new language needs no
 * change here.
 */
const files = import.meta.glob<{ default: TranslationFile }>('../locales/*.json')
const loads: TranslationLoads = Object.fromEntries(
  Object.entries(files).map(([path, load]) => [path.slice(folder.length, -'.json'.length), load]),
)

/**
 * Milliseconds that a screen waits for its language, so that it does not begin in English and
 * change.
 */
const patience = 1_000

/** The language of the wallet's page. @param preferred the browser's languages */
export const createFrameLanguage = (preferred: readonly string[]): Language =>
  createLanguage({ loads, preferred, patience })
