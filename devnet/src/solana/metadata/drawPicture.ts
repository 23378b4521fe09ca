/** Colours of the night, of the water and of the ferry's light, one set for each ferry. */
const nights = [
  ['#16213e', '#0f3460', '#ffd166'],
  ['#2d1b3d', '#4a2a5a', '#f7a072'],
  ['#0b2b26', '#14524a', '#f4e285'],
  ['#1f1d36', '#3f3351', '#e9a6a6'],
  ['#10243a', '#1d4e6b', '#8fe3cf'],
] as const

/** Draws a ferry on the water at night, as SVG. */
export function drawFerry(number: number): string {
  const [sky, water, light] = nights[(number - 1) % nights.length] ?? nights[0]
  const boat = 60 + ((number * 53) % 200)
  const stars = Array.from(
    { length: 24 },
    (_, index) =>
      `<circle cx="${(index * 97 * number) % 400}" cy="${(index * 61 + number * 13) % 190}" r="${index % 3 === 0 ? 1.8 : 1}"/>`,
  ).join('')
  const waves = Array.from(
    { length: 7 },
    (_, index) =>
      `<path d="M0 ${262 + index * 21}q50 -${8 + index} 100 0t100 0t100 0t100 0" opacity="${(0.5 - index * 0.05).toFixed(2)}"/>`,
  ).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400"><rect width="400" height="400" fill="${sky}"/><g fill="#fff" opacity=".8">${stars}</g><circle cx="${400 - boat}" cy="80" r="28" fill="${light}" opacity=".9"/><rect y="245" width="400" height="155" fill="${water}"/><g fill="none" stroke="${light}" stroke-width="2">${waves}</g><g transform="translate(${boat} 205)"><path d="M0 30h120l-14 26H16z" fill="#f4ece3"/><path d="M18 6h76v24H18z" fill="#cbbfae"/><path d="M62 -16h14v22H62z" fill="#b5492a"/><g fill="${light}"><rect x="26" y="13" width="10" height="9"/><rect x="44" y="13" width="10" height="9"/><rect x="62" y="13" width="10" height="9"/><rect x="80" y="13" width="10" height="9"/></g></g></svg>`
}

/** Draws a lighthouse as SVG. The direction of its beam depends on `number`. */
export function drawLight(number: number): string {
  const [sky, water, light] = nights[(number + 2) % nights.length] ?? nights[0]
  const turn = -18 + ((number * 47) % 40)
  const stars = Array.from(
    { length: 18 },
    (_, index) =>
      `<circle cx="${(index * 83 + number * 31) % 400}" cy="${(index * 59) % 170}" r="${index % 4 === 0 ? 1.8 : 1}"/>`,
  ).join('')
  const stripes = [190, 240, 290]
    .map(
      (y) =>
        `<path d="M${178 - (y - 140) / 12} ${y}h${44 + (y - 140) / 6}l1.5 24H${176.5 - (y - 140) / 12}z" fill="#b5492a"/>`,
    )
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400"><rect width="400" height="400" fill="${sky}"/><g fill="#fff" opacity=".8">${stars}</g><g transform="rotate(${turn} 200 118)"><path d="M200 118 420 60v116z" fill="${light}" opacity=".45"/><path d="M200 118-20 60v116z" fill="${light}" opacity=".25"/></g><rect y="318" width="400" height="82" fill="${water}"/><path d="M120 330q80-34 160 0z" fill="#2b2a2f"/><path d="M178 140h44l18 186h-80z" fill="#f4ece3"/>${stripes}<rect x="172" y="130" width="56" height="10" rx="3" fill="#cbbfae"/><rect x="184" y="102" width="32" height="28" fill="${light}"/><path d="M180 102h40l-20-20z" fill="#b5492a"/></svg>`
}

/** Draws a coin with the first letter of a token's symbol, as SVG. */
export function drawCoin(symbol: string): string {
  const hue = [...symbol].reduce((sum, letter) => sum + letter.charCodeAt(0) * 41, 0) % 360
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><circle cx="48" cy="48" r="48" fill="hsl(${hue} 55% 40%)"/><circle cx="48" cy="48" r="38" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="3"/><text x="48" y="64" text-anchor="middle" font-family="system-ui, sans-serif" font-size="46" font-weight="700" fill="#fff">${symbol.charAt(0)}</text></svg>`
}
