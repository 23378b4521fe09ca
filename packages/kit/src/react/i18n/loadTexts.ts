import type { Kit } from '../../core/kit.ts'

/** Fetches the texts of the kit's language, unless they are English, which stands in the code. Those that do not come leave English. */
export function loadTexts(kit: Kit): void {
  const { locale, texts } = kit.getState()
  if (locale !== 'en' || texts) import('./catalogues.ts').then(({ applyTexts }) => applyTexts(kit), () => {}) // asked for again when the modal opens
}
