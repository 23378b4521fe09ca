import type { Kit } from '../../core/kit.ts'
import type { Locale } from '../../core/locale.ts'
import type { Texts } from '../../core/state.ts'

/** The texts of one part of the kit, by language. English is in the code. */
export type TextSource = { readonly [locale in Exclude<Locale, 'en'>]: () => Promise<{ default: Texts }> }

/** Milliseconds that a screen waits for its language, so that it does not begin in English and change. */
const patience = 300

/**
 * Loads the texts of these parts in the kit's language, and keeps them in its state, also after a change of language. Texts that fail to load are shown in English. Resolves
 * when they are there, or when `patience` has passed: then they appear later.
 */
export async function applyTexts(kit: Kit, ...parts: readonly TextSource[]): Promise<void> {
  const { context } = kit
  if (!context.texts) {
    context.texts = { parts: new Set() }
    // never unsubscribed: it lasts as long as the kit
    kit.subscribe(({ locale }, before) => locale !== before.locale && void fetchTexts(kit, [...(context.texts?.parts ?? [])]))
  }
  for (const part of parts) context.texts.parts.add(part)
  await fetchTexts(kit, parts)
}

async function fetchTexts(kit: Kit, parts: readonly TextSource[]): Promise<void> {
  const { locale } = kit.getState()
  if (locale === 'en') return keep(kit, locale, [])
  await new Promise<void>((resolve) => {
    const stop = kit.context.clock.setTimeout(resolve, patience)
    const loads = parts.map((part) => part[locale]().then((module) => module.default, () => undefined)) // English is shown instead
    void Promise.all(loads).then((came) => {
      keep(kit, locale, came.filter((texts) => texts !== undefined))
      stop()
      resolve()
    })
  })
}

/** The scope of the texts of every screen's frame. */
const frame = 'modal'

/**
 * Adds texts to those of the same language, or replaces those of another one. They are shown once those of the frame are among
 * them, so that a card is written in one language.
 */
function keep({ store, context: { texts: kept } }: Kit, locale: Locale, more: readonly Texts[]): void {
  // another language may have been chosen meanwhile
  if (!kept || store.getState().locale !== locale) return
  const came: { [scope: string]: Texts[string] } = kept.locale === locale ? { ...kept.came } : {}
  const fresh = more.flatMap((one) => Object.entries(one)).filter(([scope, added]) => Object.keys(added).some((key) => came[scope]?.[key] !== added[key]))
  for (const [scope, added] of fresh) came[scope] = { ...came[scope], ...added }
  if (fresh.length > 0 || kept.locale !== locale) kept.came = came
  kept.locale = locale
  const texts = kept.came && frame in kept.came ? kept.came : undefined
  if (store.getState().texts !== texts) store.setState({ texts })
}
