/** Contrast of white on a background, as WCAG 2 counts it, that text has to reach. */
export const leastContrast = 4.5

/**
 * A square SVG with the first one or two letters of a name, white on a colour that follows from the name.
 * Words lend one letter each: `Trust Wallet` is TW.
 */
export function monogram(name: string): string {
  const [red, green, blue] = colorOf(name)
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">' +
    `<path fill="rgb(${red},${green},${blue})" d="M0 0h24v24H0z"/>` +
    '<text x="12" y="12" fill="#fff" font-family="system-ui,sans-serif" font-size="10" font-weight="600" ' +
    `text-anchor="middle" dominant-baseline="central">${letters(name)}</text></svg>`
  )
}

/** Only letters and digits get through, so nothing is left to escape. */
function letters(name: string): string {
  const words = name.normalize('NFC').match(/[\p{L}\p{Nd}]+/gu) ?? ['?']
  const [first = '?', second] = words
  const text = second ? firstOf(first, 1) + firstOf(second, 1) : firstOf(first, 2)
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
