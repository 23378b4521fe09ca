import { localeOf, type Locale } from '@latchkey/protocol/locale'
import type { Catalogue, WordsOf } from './defineMessages.ts'
import type { FrameTexts } from './frameTexts.ts'

/** Loads the texts of each language except English, which is in the code. */
export type TextLoads = {
  readonly [locale in Exclude<Locale, 'en'>]: () => Promise<{ default: FrameTexts }>
}

/** The language of the wallet. */
export type Language = {
  /** The shown language: English until the texts of another one are loaded. */
  locale: () => Locale
  /** The language that was chosen last, even while its texts are loading: for mails. */
  chosen: () => Locale
  /**
   * Chooses the first supported tag, otherwise English. Texts that fail to load leave the
   * language unchanged, and the same choice tries again.
   */
  choose: (tags: readonly string[]) => void
  /**
   * Resolves when the chosen texts are loaded, or after `loadTimeout`. Without a choice, the
   * browser's languages are chosen.
   */
  settled: () => Promise<void>
  /**
   * The texts of a catalogue in the shown language. The same object until the language changes.
   */
  words: <catalogue extends Catalogue>(catalogue: catalogue) => WordsOf<catalogue>
  subscribe: (listener: () => void) => () => void
}

/**
 * Milliseconds that a screen waits for its language, so that it does not begin in English and
 * change.
 */
const loadTimeout = 1_000

/**
 * Creates a wallet's language.
 * @param preferred the browser's languages, as BCP 47 tags
 */
export function createLanguage(loads: TextLoads, preferred: readonly string[]): Language {
  let shown: {
    locale: Locale
    texts: { readonly [scope: string]: Readonly<Record<string, string>> }
  } = { locale: 'en', texts: {} }
  let chosen: Locale | undefined
  let loading: Promise<void> | undefined
  const listeners = new Set<() => void>()

  function show(next: typeof shown) {
    shown = next
    for (const listener of listeners) listener()
  }

  async function load(locale: Exclude<Locale, 'en'>) {
    try {
      const { default: texts } = await loads[locale]()
      // another language may have been chosen meanwhile
      if (chosen === locale) show({ locale, texts })
    } catch {
      // the previous language stays; the next choice of this one tries again
      if (chosen === locale) chosen = undefined
    }
  }

  function choose(tags: readonly string[]) {
    const locale = tags.map(localeOf).find(Boolean) ?? 'en'
    if (locale === chosen) return
    chosen = locale
    loading = undefined
    if (locale !== 'en') loading = load(locale)
    else if (shown.locale !== 'en') show({ locale, texts: {} })
  }

  return {
    locale: () => shown.locale,
    chosen: () => chosen ?? shown.locale,
    choose,
    async settled() {
      if (!chosen) choose(preferred)
      if (loading)
        await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, loadTimeout))])
    },
    // `scripts/check-locales.mjs` checks that each language has the keys and the placeholders of
    // English
    words: <catalogue extends Catalogue>({ scope, texts }: catalogue) =>
      (shown.texts[scope] ?? texts) as WordsOf<catalogue>,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
