import { monogramOf } from '@latchkey/protocol/monogram'

/** A square SVG that shows the monogram of a name. */
export function monogram(name: string): string {
  const { letters, color } = monogramOf(name)
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">' +
    `<path fill="${color.replaceAll(' ', ',')}" d="M0 0h24v24H0z"/>` +
    '<text x="12" y="12" fill="#fff" font-family="system-ui,sans-serif" font-size="10" font-weight="600" ' +
    `text-anchor="middle" dominant-baseline="central">${letters}</text></svg>`
  )
}
