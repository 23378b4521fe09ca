/** Through whom what stands outside of the chain is fetched: an address with `{path}` or `{url}` in it. Absent: it is not. */
export type Gateways = { ipfs?: string | undefined; http?: string | undefined }

/**
 * Where something that an NFT names is to be had: never where the NFT itself says, because that could be anywhere inside the
 * operator's network. Undefined where no gateway leads.
 */
export function throughGateway(link: string, gateways: Gateways): string | undefined {
  const ipfs = /^(?:ipfs:\/\/|https?:\/\/[^/]+\/ipfs\/)(?:ipfs\/)?([a-z0-9]{10,100}(?:\/[^?#]*)?)/i.exec(link)?.[1]
  if (ipfs && gateways.ipfs && !ipfs.split('/').includes('..')) return gateways.ipfs.replace('{path}', ipfs.split('/').map(encodeOnce).join('/'))
  const isWeb = /^https?:\/\//i.test(link) && URL.canParse(link)
  return isWeb && gateways.http ? gateways.http.replace('{url}', encodeURIComponent(new URL(link).href)) : undefined
}

/** What is encoded already stays as it is. */
function encodeOnce(part: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(part))
  } catch {
    return encodeURIComponent(part) // a % that begins nothing
  }
}
