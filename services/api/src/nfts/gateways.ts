/** Through whom what stands outside of the chain is fetched: an address with `{path}` or `{url}` in it. Absent: it is not. */
export type Gateways = { ipfs?: string | undefined; http?: string | undefined }

/**
 * Where something that an NFT names is to be had: never where the NFT itself says, because that could be anywhere inside the
 * operator's network. Undefined where no gateway leads.
 */
export function throughGateway(link: string, gateways: Gateways): string | undefined {
  const ipfs = /^(?:ipfs:\/\/|https?:\/\/[^/]+\/ipfs\/)(?:ipfs\/)?([^?#]+)/i.exec(link)?.[1]
  const path = ipfs !== undefined && gateways.ipfs !== undefined ? ipfsPath(ipfs) : undefined
  if (path !== undefined) return gateways.ipfs?.replace('{path}', () => path)
  const isWeb = /^https?:\/\//i.test(link) && URL.canParse(link)
  return isWeb ? gateways.http?.replace('{url}', () => encodeURIComponent(new URL(link).href)) : undefined
}

/** A content id: of version 0, or of version 1 in base 16, 32, 36 or 58. Source: multiformats, CID. */
const contentId = /^(?:Qm[1-9A-HJ-NP-Za-km-z]{44}|f[0-9a-f]{10,128}|b[a-z2-7]{10,128}|k[0-9a-z]{10,128}|z[1-9A-HJ-NP-Za-km-z]{10,128})$/

/** The path as a gateway is asked for it; undefined where a part of it, however often it is decoded, leads anywhere but down. */
function ipfsPath(text: string): string | undefined {
  const [id = '', ...rest] = text.split('/')
  if (rest.at(-1) === '') rest.pop() // a folder
  const parts = rest.map(plainPart)
  return contentId.test(id) && parts.every((part) => part !== undefined) ? [id, ...parts.map((part) => encodeURIComponent(part ?? ''))].join('/') : undefined
}

/** Decodings after which a part has to be what it is. */
const mostDecodings = 4

/** The name that a part of a path stands for; undefined for one that is no plain name. */
function plainPart(part: string): string | undefined {
  const name = decode(part) ?? part // a % that begins nothing stands for itself
  let text = name
  for (let times = 0; times < mostDecodings; times += 1) {
    if (!isPlain(text)) return undefined
    const next = decode(text)
    if (next === undefined || next === text) return name
    text = next
  }
  return undefined
}

/** Separators, dots alone, control characters and halves of characters are no name. */
const isPlain = (name: string) => name !== '' && !/^\.+$/.test(name) && !/[/\\\p{Cc}\p{Cs}]/u.test(name)

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined // a % that begins nothing
  }
}
