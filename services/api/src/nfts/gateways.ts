import { readUrl } from '@latchkey/protocol/readUrl'

/**
 * Gateways for data outside the chain: URL templates with `{path}` or `{url}`. Absent: such data is
 * not loaded.
 */
export type Gateways = { ipfs?: string | undefined; http?: string | undefined }

/**
 * The gateway's URL for a link in an NFT. The link itself is never requested, because it could lead
 * into the operator's network. Undefined where no gateway fits.
 */
export function throughGateway(link: string, gateways: Gateways): string | undefined {
  const ipfs = /^(?:ipfs:\/\/|https?:\/\/[^/]+\/ipfs\/)(?:ipfs\/)?([^?#]+)/i.exec(link)?.[1]
  const path = ipfs !== undefined && gateways.ipfs !== undefined ? ipfsPath(ipfs) : undefined
  if (path !== undefined) return gateways.ipfs?.replace('{path}', () => path)
  const page = /^https?:\/\//i.test(link) ? readUrl(link) : undefined
  return page && gateways.http?.replace('{url}', () => encodeURIComponent(page.href))
}

/**
 * A content id: of version 0, or of version 1 in base 16, 32, 36 or 58. Source: multiformats, CID.
 */
const contentId =
  /^(?:Qm[1-9A-HJ-NP-Za-km-z]{44}|f[0-9a-f]{10,128}|b[a-z2-7]{10,128}|k[0-9a-z]{10,128}|z[1-9A-HJ-NP-Za-km-z]{10,128})$/

/**
 * The path in the form that a gateway expects. Undefined where a part, decoded any number of times,
 * could lead out of its folder.
 */
function ipfsPath(text: string): string | undefined {
  const [id = '', ...rest] = text.split('/')
  if (rest.at(-1) === '') rest.pop() // a folder
  const parts = rest.map(plainPart)
  return contentId.test(id) && parts.every((part) => part !== undefined)
    ? [id, ...parts.map((part) => encodeURIComponent(part ?? ''))].join('/')
    : undefined
}

/** Number of decodings after which a part has to be stable. */
const maxDecodings = 4

/** The decoded name of a part of a path. Undefined if it is not a plain name. */
function plainPart(part: string): string | undefined {
  const name = decode(part) ?? part // an invalid % escape is read as it is
  let text = name
  for (let times = 0; times < maxDecodings; times += 1) {
    if (!isPlain(text)) return undefined
    const next = decode(text)
    if (next === undefined || next === text) return name
    text = next
  }
  return undefined
}

/**
 * Whether a text is a plain name: not empty, no separators, not only dots, no control characters,
 * no lone surrogates.
 */
const isPlain = (name: string) =>
  name !== '' && !/^\.+$/.test(name) && !/[/\\\p{Cc}\p{Cs}]/u.test(name)

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined // an invalid % escape
  }
}
