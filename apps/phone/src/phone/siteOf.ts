/** A site's own description; untrusted text, cut to a length that a screen can show. */
export type Site = {
  name: string
  /** Host of the site's URL, or the text itself where it is no URL. */
  host: string
}

/** The description that the other side gives of itself. Source: metadata of the Sign protocol. */
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

/** The text without control characters and marks that change the writing direction. */
function readable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '').trim()
}
