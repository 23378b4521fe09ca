import { localeOf, type Locale } from '@latchkey/protocol/locale'
import type { Catalogue, Messages, Translation } from './messages.ts'
import { readTranslation, type TranslationFile } from './readTranslation.ts'

/** Fetches the files of the languages, by locale. English has none: it is in the code. */
export type TranslationLoads = {
  readonly [locale: string]: (() => Promise<{ default: TranslationFile }>) | undefined
}

/** The language of a page. */
export type Language = {
  /** The language that is shown: English until the texts of another language are loaded. */
  locale: () => Locale
  /** The language that was chosen last, also while its texts are being fetched. */
  chosen: () => Locale
  /** The texts of the language that is shown; undefined for English. */
  translation: () => Translation | undefined
  /**
   * Chooses the first supported tag, otherwise English. Repeating a choice loads failed texts
   * again.
   */
  choose: (tags: readonly string[]) => void
  /**
   * Resolves when the chosen texts are loaded, or after `patience`. Without a choice the browser's
   * languages are used.
   */
  settled: () => Promise<void>
  /**
   * The messages of a catalogue in the language that is shown; a missing one is English. The same
   * object until the language changes.
   */
  words: <messages extends Messages>(catalogue: Catalogue<messages>) => messages
  /** Calls the listener after each change of the shown texts. @returns a function that ends it */
  subscribe: (listener: () => void) => () => void
}

/** How a language is loaded. */
export type LanguageOptions = {
  loads: TranslationLoads
  /** The languages to take without a choice, as BCP 47 tags. */
  preferred?: readonly string[]
  /** Milliseconds that a screen waits for its language, so that it does not change once drawn. */
  patience: number
  /** The texts to show when those of a language fail to load. @default 'previous' */
  failure?: 'previous' | 'english'
  /** Calls `done` after some milliseconds. @returns a function that cancels it */
  setTimeout?: (done: () => void, milliseconds: number) => () => void
}

function systemTimeout(done: () => void, milliseconds: number): () => void {
  const timer = setTimeout(done, milliseconds)
  return () => clearTimeout(timer)
}

/** Resolves when the work has ended, which cancels the wait, or when the wait is over. */
function endOf(
  work: Promise<void>,
  wait: NonNullable<LanguageOptions['setTimeout']>,
  patience: number,
): Promise<void> {
  return new Promise((resolve) => {
    const stop = wait(resolve, patience)
    // a rejection is the error of a listener: it stays visible as an unhandled one
    void work.finally(() => {
      stop()
      resolve()
    })
  })
}

/** Creates the language of a page, with English first. */
export function createLanguage({
  loads,
  preferred = [],
  patience,
  failure = 'previous',
  setTimeout: wait = systemTimeout,
}: LanguageOptions): Language {
  let shown: { locale: Locale; translation?: Translation } = { locale: 'en' }
  let chosen: Locale | undefined
  let loading: Promise<void> | undefined
  let words = new Map<Catalogue, Messages>()
  const listeners = new Set<() => void>()

  function show(next: typeof shown) {
    shown = next
    words = new Map()
    for (const listener of listeners) listener()
  }

  async function load(locale: Locale) {
    let file: { default: TranslationFile } | undefined
    try {
      file = await loads[locale]?.()
    } catch {
      // the next choice of this language tries again
      if (chosen !== locale) return
      chosen = undefined
      if (failure === 'english' && shown.locale !== 'en') show({ locale: 'en' })
      return
    }
    // another language may have been chosen meanwhile
    if (chosen !== locale || !file) return
    show({ locale, translation: readTranslation(locale, file.default) })
  }

  function choose(tags: readonly string[]) {
    const locale = tags.map(localeOf).find(Boolean) ?? 'en'
    if (locale === chosen) return
    chosen = locale
    loading = undefined
    if (locale === shown.locale) return
    if (locale === 'en') show({ locale })
    else loading = load(locale)
  }

  return {
    locale: () => shown.locale,
    chosen: () => chosen ?? shown.locale,
    translation: () => shown.translation,
    choose,
    async settled() {
      if (!chosen) choose(preferred)
      if (loading) await endOf(loading, wait, patience)
    },
    words<messages extends Messages>(catalogue: Catalogue<messages>): messages {
      const translated = shown.translation?.[catalogue.scope]
      if (!translated) return catalogue.texts
      // the map holds messages of this very catalogue, with the keys of English
      const known = words.get(catalogue) as messages | undefined
      const texts = known ?? { ...catalogue.texts, ...translated }
      words.set(catalogue, texts)
      return texts
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
