import { localeOf, type Locale } from '@latchkey/protocol/locale'
import type { Catalogue, Messages, Translation } from './messages.ts'
import { readTranslation, type TranslationFile } from './readTranslation.ts'

/**
 * Functions that load the languages' files, by locale. English has none: it is part of the code.
 */
export type TranslationLoads = {
  readonly [locale: string]: (() => Promise<{ default: TranslationFile }>) | undefined
}

/** The state of a page's language. */
export type Language = {
  /** The language of the shown texts: English until the texts of another language are loaded. */
  locale: () => Locale
  /** The language that was chosen last, even while its texts are loading. */
  chosen: () => Locale
  /** The texts of the shown language; undefined for English. */
  translation: () => Translation | undefined
  /**
   * Chooses the first tag that is supported, or else English. Choosing a language again loads texts
   * that failed to load before.
   */
  choose: (tags: readonly string[]) => void
  /**
   * Resolves when the texts of the chosen language are loaded, but after `patience` at the latest.
   * If no language was chosen, it chooses by `preferred`.
   */
  settled: () => Promise<void>
  /**
   * Returns the messages of a catalogue in the shown language; a message without a translation is
   * in English. It is the same object until the language changes.
   */
  words: <messages extends Messages>(catalogue: Catalogue<messages>) => messages
  /**
   * Calls the listener after each change of the shown texts. @returns the function that stops it
   */
  subscribe: (listener: () => void) => () => void
}

/** How a page finds and loads its language. */
export type LanguageOptions = {
  loads: TranslationLoads
  /** The languages that are used if none was chosen, as BCP 47 tags. */
  preferred?: readonly string[]
  /**
   * A screen waits this many milliseconds for its language, so that it does not change after it is
   * drawn.
   */
  patience: number
  /** Which texts are shown if a language fails to load. @default 'previous' */
  failure?: 'previous' | 'english'
  /** Calls `done` after some milliseconds. @returns the function that cancels it */
  setTimeout?: (done: () => void, milliseconds: number) => () => void
}

function systemTimeout(done: () => void, milliseconds: number): () => void {
  const timer = setTimeout(done, milliseconds)
  return () => clearTimeout(timer)
}

/** Resolves when the work has ended, but after `patience` milliseconds at the latest. */
function endOf(
  work: Promise<void>,
  wait: NonNullable<LanguageOptions['setTimeout']>,
  patience: number,
): Promise<void> {
  return new Promise((resolve) => {
    const stop = wait(resolve, patience)
    // a rejection comes from a listener; it stays visible as an unhandled rejection
    void work.finally(() => {
      stop()
      resolve()
    })
  })
}

/** Creates the language of a page. It begins with English. */
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
      // if the language failed to load, the next choice of it loads it again
      if (chosen !== locale) return
      chosen = undefined
      if (failure === 'english' && shown.locale !== 'en') show({ locale: 'en' })
      return
    }
    // another language may have been chosen while this one was loading
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
      // `words` stores under a catalogue only messages of this catalogue
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
