import type { Kit } from '../../core/kit.ts'
import type { Locale } from '../../core/locale.ts'
import { accountOf } from '../../core/state.ts'
import type { Texts } from '../../core/state.ts'

type Part = { default: Texts }

/** Where the texts of a language are; those for who is connected lie behind the first. English stands in the code. */
const catalogues: { [locale in Locale]?: () => Promise<Part & { loadConnected: () => Promise<Part> }> } = {
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
  const load = catalogues[locale]
  const apply = (texts?: Texts) => {
    // another language may have been chosen meanwhile
    if (store.getState().locale === locale) store.setState({ texts })
  }
  if (!load) return apply()
  await new Promise<void>((resolve) => {
    const stop = context.clock.setTimeout(resolve, patience)
    const end = () => (stop(), resolve())
    load()
      .then(async ({ default: texts, loadConnected }) => {
        apply(texts)
        if (!accountOf(store.getState())) end()
        const more = await loadConnected().catch(() => {}) // English does
        if (more) apply({ ...texts, ...more.default })
      }, () => apply())
      .then(end)
  })
}
