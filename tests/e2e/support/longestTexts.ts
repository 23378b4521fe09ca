import type { Locale } from 'latchkey'

type Texts = { readonly [scope: string]: { readonly [key: string]: string } }
/** Texts of many languages in one set, each with its origin, such as `connect.title in fi`. */
export type LongestTexts = {
  readonly texts: Texts
  readonly origins: { readonly [text: string]: string }
}

declare global {
  interface Window {
    /**
     * The longest texts of the kit. `whole`: the translations that are widest on one line. `words`:
     * the translations with the widest part that cannot be broken into lines.
     */
    latchkeyLongest?: { readonly whole: LongestTexts; readonly words: LongestTexts }
  }
}

/**
 * Finds the longest translation of each text, in the font of `element`. At the end the language is
 * English, which is in the code. Runs inside the page.
 */
export async function longestTextsIn(
  element: Element,
  locales: readonly Locale[],
): Promise<NonNullable<Window['latchkeyLongest']>> {
  type Found = { name: string; locale: Locale; scope: string; key: string; text: string }
  const kit = window.latchkeyScreen
  const paper = new OffscreenCanvas(1, 1).getContext('2d')
  if (!kit || !paper) throw new Error('No screen to speak, or no canvas to measure texts with')
  const all = new Map<string, Found[]>()
  for (const locale of locales.filter((locale) => locale !== 'en')) {
    await window.latchkeyTools.speakIn(locale)
    for (const [scope, texts] of Object.entries(kit.getState().texts ?? {}))
      for (const [key, message] of Object.entries(texts)) {
        const text = typeof message === 'string' ? message : message.forms.other
        const name = `${scope}.${key}`
        const found = all.get(name) ?? []
        all.set(name, found)
        found.push({ name, locale, scope, key, text })
      }
  }
  await window.latchkeyTools.speakIn('en')

  const { fontSize, fontFamily } = getComputedStyle(element)
  paper.font = `500 ${fontSize} ${fontFamily}`
  // each letter is measured once, because letters repeat often
  const known = new Map<string, number>()
  const widthOf = (text: string) => {
    let sum = 0
    for (const letter of text) {
      const width = known.get(letter) ?? paper.measureText(letter).width
      known.set(letter, width)
      sum += width
    }
    return sum
  }
  const wholeWidth = (text: string) => widthOf(text.replaceAll(/\{\w+\}/g, '00000'))
  // lines break at each letter of Chinese, Japanese and Korean, and between words of Thai, which
  // are short
  const wordWidth = (text: string) =>
    Math.max(
      ...text
        .split(/[\s\-–—/]|\{\w+\}|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]/u)
        .map(widthOf),
    )
  const longest = (measure: (text: string) => number): LongestTexts => {
    const best = [...all.values()].map((found) =>
      found
        .map((one) => ({ ...one, width: measure(one.text) }))
        .reduce((one, other) => (other.width > one.width ? other : one)),
    )
    const texts: { [scope: string]: { [key: string]: string } } = {}
    for (const { scope, key, text } of best) (texts[scope] ??= {})[key] = text
    return {
      texts,
      origins: Object.fromEntries(
        best.map(({ text, name, locale }) => [text, `${name} in ${locale}`]),
      ),
    }
  }
  return { whole: longest(wholeWidth), words: longest(wordWidth) }
}

/**
 * Shows the longest translations, in the direction and with the numbers and dates of the current
 * language, and finds faults. Each fault names the language of its text. Runs inside the page.
 */
export async function speakLongestIn(
  kind: 'whole' | 'words',
  look: () => string[],
): Promise<string[]> {
  const kit = window.latchkeyScreen
  const longest = window.latchkeyLongest?.[kind]
  if (!kit || !longest)
    throw new Error('There is no screen, or nobody has looked for the longest texts')
  kit.store.setState({ texts: longest.texts })
  await window.latchkeyTools.renderedIn()
  const faults = look()
  const origins = faults.length > 0 ? Object.entries(longest.origins) : []
  return faults.map((fault) => {
    const found = origins
      .filter(
        ([text]) =>
          text.split(/\{\w+\}/).every((piece) => fault.includes(piece.trim().slice(0, 30))) &&
          /\p{L}{3}/u.test(text),
      )
      .map(([, origin]) => origin)
    return found.length > 0 ? `${fault} (${found.slice(0, 5).join(', ')})` : fault
  })
}
