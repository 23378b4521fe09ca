/**
 * The substitute for a missing picture: one or two letters of the name, white on a colour that follows from
 * the name. The service draws it as SVG, the kit as an element; both look the same.
 */
export type Monogram = { letters: string; color: string }

/** Least contrast of white letters on the colour, as WCAG 2 counts it. */
export const leastContrast = 4.5

/** The monogram of a name: one letter of the first word and one of the last: `Trust Wallet` is TW, `Devnet 2` is D2. */
export function monogramOf(name: string): Monogram {
  return { letters: lettersOf(name), color: `rgb(${colorOf(name).join(' ')})` }
}

/** The letters and digits only, so that no character needs escaping. */
function lettersOf(name: string): string {
  const words = name.normalize('NFC').match(/[\p{L}\p{Nd}]+/gu) ?? ['?']
  const [first = '?'] = words
  const last = words.at(-1)
  const text = words.length > 1 && last ? firstOf(first, 1) + firstOf(last, 1) : firstOf(first, 2)
  return text.toUpperCase()
}

function firstOf(word: string, count: number): string {
  return [...word].slice(0, count).join('')
}

type Color = readonly [red: number, green: number, blue: number]

/** The name's hue, darkened until white is readable on it. */
export function colorOf(name: string): Color {
  const hue = [...name.toLowerCase()].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7)
  for (let lightness = 0.5; ; lightness -= 0.02) {
    const color = fromHsl(hue, 0.6, lightness)
    if (whiteContrast(color) >= leastContrast) return color
  }
}

/** Contrast of white on the colour. Source: WCAG 2, relative luminance. */
export function whiteContrast(color: Color): number {
  const [red, green, blue] = color.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4))
  return 1.05 / (0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0) + 0.05)
}

function fromHsl(hue: number, saturation: number, lightness: number): Color {
  const part = (shift: number) => {
    const step = (shift + hue / 30) % 12
    return Math.round(255 * (lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(step - 3, 9 - step, 1))))
  }
  return [part(0), part(8), part(4)]
}
