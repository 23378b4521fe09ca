import type { Kit } from '../../core/kit.ts'
import type { Locale } from '../../core/locale.ts'
import type { Texts } from '../../core/state.ts'

/** Where the texts of a language are. */
const catalogues: { [locale in Locale]?: () => Promise<{ default: Texts }> } = {
  de: () => import('./locales/de.ts'),
  es: () => import('./locales/es.ts'),
  fr: () => import('./locales/fr.ts'),
  pt: () => import('./locales/pt.ts'),
  ja: () => import('./locales/ja.ts'),
  zh: () => import('./locales/zh.ts'),
  ar: () => import('./locales/ar.ts'),
}

/** Puts the texts of the kit's language in its state; English, which is none, when they do not come. */
export async function applyTexts({ store }: Kit): Promise<void> {
  const { locale } = store.getState()
  const module = await catalogues[locale]?.().catch(() => undefined)
  // another language may have been chosen meanwhile
  if (store.getState().locale === locale) store.setState({ texts: module?.default })
}
