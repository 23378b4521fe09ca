/** Red, green and blue, from 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number]

/** An opaque colour written as `#rgb`, `#rrggbb` or `rgb(…)`; undefined for anything else. */
export function readColor(text: string): Color | undefined {
  const value = text.trim()
  const short = /^#([\da-f])([\da-f])([\da-f])$/i.exec(value)
  if (short) return colorOf(short.slice(1).map((digit) => Number.parseInt(digit + digit, 16)))
  const long = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(value)
  if (long) return colorOf(long.slice(1).map((pair) => Number.parseInt(pair, 16)))
  const list = /^rgb\(\s*(\d{1,3})(?:\s+|\s*,\s*)(\d{1,3})(?:\s+|\s*,\s*)(\d{1,3})\s*\)$/i.exec(
    value,
  )
  return list ? colorOf(list.slice(1).map(Number)) : undefined
}

function colorOf([red = 256, green = 256, blue = 256]: readonly number[]): Color | undefined {
  return [red, green, blue].every((part) => part <= 255) ? [red, green, blue] : undefined
}

/** Contrast of two colours, from 1 to 21. WCAG 2, relative luminance */
export function contrastOf(first: Color, second: Color): number {
  const [a, b] = [luminanceOf(first), luminanceOf(second)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminanceOf(color: Color): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
