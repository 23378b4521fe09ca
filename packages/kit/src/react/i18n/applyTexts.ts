import type { Kit } from '../../core/kit.ts'
import type { Locale } from '../../core/locale.ts'
import type { Texts } from '../../core/state.ts'

/** Where the texts of one part of the kit are, by language. English stands in the code. */
export type TextSource = { readonly [locale in Exclude<Locale, 'en'>]: () => Promise<{ default: Texts }> }

/** Milliseconds that a screen waits for its language, rather than begin in English and change. */
const patience = 300

/**
 * Keeps the texts of these parts, in the kit's language, in its state from now on; none, which is English, where they do not come. Ends
 * when they are there, or have taken too long: then they come in later.
 */
export async function applyTexts(kit: Kit, ...parts: readonly TextSource[]): Promise<void> {
  const { context } = kit
  if (!context.texts) {
    context.texts = { parts: new Set() }
    // as long as the kit itself
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
    const loads = parts.map((part) => part[locale]().then((module) => module.default, () => undefined)) // English does
    void Promise.all(loads).then((came) => {
      keep(kit, locale, came.filter((texts) => texts !== undefined))
      stop()
      resolve()
    })
  })
}

/** The scope that the frame of every screen is written in. */
const frame = 'modal'

/**
 * Adds texts to those of the same language, or puts them in the place of another one's. They are shown once those of the frame are among
 * them: a card is written in one language.
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
