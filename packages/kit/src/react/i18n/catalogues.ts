import type { Kit } from '../../core/kit.ts'
import type { Locale } from '../../core/locale.ts'
import type { Texts } from '../../core/state.ts'

/** Where the texts of a language are; English stands in the code. */
const catalogues: { [locale in Locale]?: () => Promise<{ default: Texts }> } = {
  de: () => import('./locales/de.ts'),
  es: () => import('./locales/es.ts'),
  fr: () => import('./locales/fr.ts'),
  pt: () => import('./locales/pt.ts'),
  ja: () => import('./locales/ja.ts'),
  zh: () => import('./locales/zh.ts'),
  ar: () => import('./locales/ar.ts'),
}

/** Milliseconds that the modal waits for its language, rather than begin in English and change. */
const patience = 300

/**
 * Keeps the texts of the kit's language in its state from now on; none, which is English, where they do not come. Ends when
 * the first are there, or have taken too long: then they come in later.
 */
export async function applyTexts(kit: Kit): Promise<void> {
  const { busy } = kit.context
  if (!busy.has('texts')) {
    busy.add('texts')
    // as long as the kit itself
    kit.subscribe(({ locale }, before) => locale !== before.locale && void fetchTexts(kit))
  }
  await fetchTexts(kit)
}

async function fetchTexts({ store, context }: Kit): Promise<void> {
  const { locale } = store.getState()
  const apply = (texts?: Texts) => {
    // another language may have been chosen meanwhile
    if (store.getState().locale === locale) store.setState({ texts })
  }
  const load = catalogues[locale]
  if (!load) return apply()
  await new Promise<void>((resolve) => {
    const stop = context.clock.setTimeout(resolve, patience)
    load()
      .then((module) => apply(module.default), () => apply())
      .then(stop)
      .then(resolve)
  })
}
