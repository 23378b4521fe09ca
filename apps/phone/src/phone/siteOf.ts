/**
 * How a site describes itself. The texts are untrusted, and cut to a length that a screen can show.
 */
export type Site = {
  name: string
  /** The host of the site's URL, or the text itself if it is not a URL. */
  host: string
}

/** Reads how a site describes itself. Source: metadata of the Sign protocol. */
export function siteOf({ name, url }: { name?: unknown; url?: unknown }): Site {
  const address = typeof url === 'string' ? url.trim() : ''
  const host = URL.canParse(address) ? new URL(address).host : ''
  const readableName = typeof name === 'string' ? readable(name) : ''
  const readableAddress = (host || readable(address)).slice(0, 120)
  return {
    name: readableName.slice(0, 60) || readableAddress || 'A site without a name',
    host: readableAddress || 'no address given',
  }
}

/** Removes control characters and marks that change the writing direction. */
function readable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '').trim()
}
