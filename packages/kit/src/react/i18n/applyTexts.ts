import {
  createLanguage,
  type Language,
  type TranslationLoads,
} from '@latchkey/words/createLanguage'
import type { TranslationFile } from '@latchkey/words/readTranslation'
import type { Kit } from '../../core/kit/kit.ts'
import { contextOf } from '../../core/kit/context.ts'

const folder = '../../locales/'
/** The files of all languages. A new file is found without a change here. */
const files = import.meta.glob<{ default: TranslationFile }>('../../locales/*.json')
const loads: TranslationLoads = Object.fromEntries(
  Object.entries(files).map(([path, load]) => [path.slice(folder.length, -'.json'.length), load]),
)

/**
 * A screen waits this many milliseconds for the texts of its language, so that it does not start in
 * English and then change.
 */
const loadTimeout = 300

/**
 * Loads the texts of the kit's language into its state, also after each change of language. If they
 * fail to load, English is shown, and the next call loads them again. The promise resolves when the
 * texts are loaded, but after 300 ms at the latest.
 */
export async function applyTexts(kit: Kit, languages = loads): Promise<void> {
  const { store } = kit,
    context = contextOf(kit)
  context.language ??= follow(kit, languages)
  context.language.choose([store.getState().locale])
  await context.language.settled()
}

/** Follows the kit's language as long as the kit exists, so it is never stopped. */
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
