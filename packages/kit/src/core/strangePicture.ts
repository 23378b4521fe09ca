import * as counts from '@latchkey/protocol/counts'
import { isPageLink, isPublicLink } from '@latchkey/protocol/links'
import { ownUrl } from './ownUrl.ts'

/** Characters of a picture that stands in an answer itself: what the API allows, as base64. */
const mostInside = Math.ceil((counts.nftMetadataBytes * 4) / 3) + 64

/**
 * A picture that a stranger names, where an `<img>` may have it: a `data:image/` URI, an https address on the internet, or an address of
 * the site's own API, none of them too long. Nobody's picture makes a page ask a machine of its visitor's network; where the API itself
 * is on this machine, as while a site is made, so may be the gateway of its pictures.
 */
export function strangePicture(link: string | null | undefined, apiUrl?: string): string | undefined {
  if (!link) return undefined
  if (/^data:image\//i.test(link)) return link.length <= mostInside ? link : undefined
  return isPublicLink(link) || isOwn(link, apiUrl) ? link : undefined
}

function isOwn(link: string, apiUrl: string | undefined): boolean {
  const base = ownUrl(apiUrl ?? '')
  if (link.length > counts.walletLink || !URL.canParse(link) || !URL.canParse(base)) return false
  const { origin, hostname, username, password } = new URL(link)
  const api = new URL(base)
  return (origin === api.origin && !username && !password) || (hostname === api.hostname && isPageLink(link))
}
