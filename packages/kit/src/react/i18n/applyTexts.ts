import {
  createLanguage,
  type Language,
  type TranslationLoads,
} from '@latchkey/words/createLanguage'
import type { TranslationFile } from '@latchkey/words/readTranslation'
import type { Kit } from '../../core/kit/kit.ts'
import { contextOf } from '../../core/kit/context.ts'

const folder = '../../locales/'
/** The files of the languages; a new one needs no line here. */
const files = import.meta.glob<{ default: TranslationFile }>('../../locales/*.json')
const loads: TranslationLoads = Object.fromEntries(
  Object.entries(files).map(([path, load]) => [path.slice(folder.length, -'.json'.length), load]),
)

/**
 * Milliseconds that a screen waits for its language, so that it does not begin in English and
 * change.
 */
const loadTimeout = 300

/**
 * Loads the texts of the kit's language and puts them into its state, also after a change of
 * language. Texts that fail to load are shown in English, and the next call loads them again.
 * Resolves when they are there, or after 300 ms: then they appear later.
 */
export async function applyTexts(kit: Kit, languages = loads): Promise<void> {
  const { store } = kit,
    context = contextOf(kit)
  context.language ??= follow(kit, languages)
  context.language.choose([store.getState().locale])
  await context.language.settled()
}

/** Follows the kit's language. It is never unsubscribed: it lasts as long as the kit. */
function follow(kit: Kit, languages: TranslationLoads): Language {
  const { clock } = contextOf(kit)
  const { store } = kit
  const language = createLanguage({
    loads: languages,
    patience: loadTimeout,
    failure: 'english',
    setTimeout: (done, milliseconds) => clock.setTimeout(done, milliseconds),
  })
  language.subscribe(() => store.setState({ texts: language.translation() }))
  store.subscribe(
    ({ locale }, { locale: before }) => locale !== before && language.choose([locale]),
  )
  return language
}
