/** A site as it describes itself; a stranger's words, cut to what a screen bears. */
export type Site = {
  name: string
  /** Host of its address, or the address itself where it is none. */
  host: string
}

/** Who the other side says it is. Source: metadata of the Sign protocol. */
export function siteOf({ name, url }: { name?: unknown; url?: unknown }): Site {
  const address = typeof url === 'string' ? url.trim() : ''
  const host = URL.canParse(address) ? new URL(address).host : ''
  const told = typeof name === 'string' ? readable(name) : ''
  const shown = (host || readable(address)).slice(0, 120)
  return { name: told.slice(0, 60) || shown || 'A site without a name', host: shown || 'no address given' }
}

/** Without control characters and marks that turn the direction of writing. */
function readable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '').trim()
}
