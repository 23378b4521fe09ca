import * as counts from '@latchkey/protocol/counts'

/** Characters of a picture that stands in an answer itself: what the API allows, as base64. */
const mostInside = Math.ceil((counts.nftMetadataBytes * 4) / 3) + 64

/** A picture that a stranger names, where an `<img>` may have it: an http(s) address or a `data:image/` URI, neither of them too long. */
export function strangePicture(link: string | null | undefined): string | undefined {
  if (!link) return undefined
  if (/^data:image\//i.test(link)) return link.length <= mostInside ? link : undefined
  return /^https?:\/\//i.test(link) && link.length <= counts.walletLink ? link : undefined
}
