import * as counts from '@latchkey/protocol/counts'
import { isPageLink, isPublicLink } from '@latchkey/protocol/links'
import { readUrl } from '@latchkey/protocol/readUrl'
import { ownUrl } from '../options/ownUrl.ts'

/**
 * The maximal length of a `data:` picture in an answer, in characters: the API's limit, in base64.
 */
const maxInlineLength = Math.ceil((counts.nftMetadataBytes * 4) / 3) + 64

/**
 * A picture from an untrusted source, if an `<img>` may load it: a `data:image/` URI, an https URL
 * on the internet, or a URL on a host that the site has named (its own API, the pictures of its
 * `identity`), each within its maximal length. No picture may make a page send a request to the
 * visitor's local network. Exception: where such a host is this computer, as during development,
 * its pictures may be there, too.
 */
export function foreignPicture(
  link: string | null | undefined,
  apiUrl?: string,
  picturesUrl?: string,
): string | undefined {
  if (!link) return undefined
  return ownPicture(link, apiUrl, picturesUrl) ?? (isPublicLink(link) ? link : undefined)
}

/**
 * A picture that is shown before the visitor has pressed anything: a `data:image/` URI, or a URL on
 * a host that the site has named (its own API, the pictures of its `identity`). Undefined for any
 * other.
 */
export function ownPicture(
  link: string | null | undefined,
  apiUrl?: string,
  picturesUrl?: string,
): string | undefined {
  if (!link) return undefined
  if (/^data:image\//i.test(link)) return link.length <= maxInlineLength ? link : undefined
  return isOwn(link, apiUrl) || isOwn(link, picturesUrl) ? link : undefined
}

function isOwn(link: string, base: string | undefined): boolean {
  if (link.length > counts.walletLink) return false
  const [url, api] = [readUrl(link), readUrl(ownUrl(base ?? ''))]
  if (!url || !api) return false
  const { origin, hostname, username, password } = url
  return (
    (origin === api.origin && !username && !password) ||
    (hostname === api.hostname && isPageLink(link))
  )
}
