import type { Kit } from '../../core/kit.ts'
import type { Locale } from '../../core/locale.ts'
import type { Texts } from '../../core/state.ts'

/**
 * The texts of a language other than English (which is in the code), by the paths of their files.
 */
export type Language = {
  /**
   * The texts that every visit needs: of the buttons, the modal's frame, errors, and the first
   * screens.
   */
  readonly first: { readonly [path: string]: Texts }
  /**
   * The texts of all other features. They are one file in the built kit, because a site's bundler
   * lists each file that it may load.
   */
  readonly later: { readonly [path: string]: () => Promise<{ default: Texts }> }
}

/**
 * Loads a language. There must be one for every `Locale` but English: `scripts/check-locales.mjs`
 * checks that.
 */
export type LanguageLoads = { readonly [path: string]: () => Promise<Language> }

/** A language is a file; a new one needs no line here. */
const languages: LanguageLoads = import.meta.glob<Language>('./languages/*.ts')

/**
 * Milliseconds that a screen waits for its language, so that it does not begin in English and
 * change.
 */
const loadTimeout = 300

/**
 * Loads the texts of the kit's language, also after a change of language, and stores them in the
 * kit's state: those of the first screens, or all. Texts that fail to load are shown in English.
 * Resolves when they are loaded, or when `loadTimeout` has passed; then they appear later.
 */
export async function applyTexts(
  kit: Kit,
  extent: 'first' | 'all',
  loads = languages,
): Promise<void> {
  const { context } = kit
  if (!context.texts) {
    context.texts = { extent }
    // never unsubscribed: it lives as long as the kit
    kit.subscribe(({ locale }, before) => locale !== before.locale && void fetchTexts(kit, loads))
  }
  if (extent === 'all') context.texts.extent = extent
  await fetchTexts(kit, loads)
}

async function fetchTexts(kit: Kit, loads: LanguageLoads): Promise<void> {
  const {
    store,
    context: { clock, texts: stored },
  } = kit
  const { locale } = store.getState()
  if (
    !stored ||
    (stored.loaded?.locale === locale &&
      (stored.loaded.extent === 'all' || stored.extent === 'first'))
  )
    return
  if (locale === 'en') return storeTexts(kit, locale, { extent: 'all', texts: undefined })
  await new Promise<void>((resolve) => {
    const stop = clock.setTimeout(resolve, loadTimeout)
    void readLanguage(loads[`./languages/${locale}.ts`], stored.extent).then((read) => {
      storeTexts(kit, locale, read)
      stop()
      resolve()
    })
  })
}

/** The loaded part of a language. `texts` is undefined for English, which is in the code. */
type LoadedTexts = { extent: 'first' | 'all'; texts: Texts | undefined }

/** Undefined for a language that fails to load. */
async function readLanguage(
  load: LanguageLoads[string] | undefined,
  extent: 'first' | 'all',
): Promise<LoadedTexts | undefined> {
  const language = await load?.().catch(() => undefined) // English is shown instead
  if (!language) return undefined
  const first = Object.values(language.first)
  const later =
    extent === 'all'
      ? await Promise.all(Object.values(language.later).map((part) => part())).catch(
          () => undefined,
        )
      : undefined // as above
  return {
    extent: later ? 'all' : 'first',
    texts: joined([...first, ...(later ?? []).map((part) => part.default)]),
  }
}

/** Joins the texts of all files. The buttons on Account are texts of several files in one scope. */
function joined(parts: readonly Texts[]): Texts {
  const merged: { [scope: string]: Texts[string] } = {}
  for (const [scope, texts] of parts.flatMap((part) => Object.entries(part)))
    merged[scope] = { ...merged[scope], ...texts }
  return merged
}

/**
 * Stores the loaded texts, unless another language was chosen meanwhile, or the same part of this
 * language is already stored.
 */
function storeTexts(
  { store, context: { texts: stored } }: Kit,
  locale: Locale,
  loaded: LoadedTexts | undefined,
): void {
  if (!stored || store.getState().locale !== locale) return
  if (
    stored.loaded?.locale === locale &&
    (stored.loaded.extent === 'all' || loaded?.extent !== 'all')
  )
    return
  stored.loaded = loaded && { locale, ...loaded }
  if (store.getState().texts !== loaded?.texts) store.setState({ texts: loaded?.texts })
}
