import { readUrl } from '@latchkey/protocol/readUrl'

/**
 * Templates of URLs, with `{path}` or `{url}`, through which metadata outside the chain is loaded.
 * Undefined: such metadata is not loaded.
 */
export type Gateways = { ipfs?: string | undefined; http?: string | undefined }

/**
 * The gateway's URL for a link in an NFT. The link itself is never requested, because it could lead
 * into the operator's network. Undefined if no gateway fits.
 */
export function throughGateway(link: string, gateways: Gateways): string | undefined {
  const ipfs = /^(?:ipfs:\/\/|https?:\/\/[^/]+\/ipfs\/)(?:ipfs\/)?([^?#]+)/i.exec(link)?.[1]
  const path = ipfs !== undefined && gateways.ipfs !== undefined ? ipfsPath(ipfs) : undefined
  if (path !== undefined) return gateways.ipfs?.replace('{path}', () => path)
  const page = /^https?:\/\//i.test(link) ? readUrl(link) : undefined
  return page && gateways.http?.replace('{url}', () => encodeURIComponent(page.href))
}

/**
 * A content id of IPFS: of version 0, or of version 1 in base 16, 32, 36 or 58. Source:
 * multiformats, CID
 */
const contentId =
  /^(?:Qm[1-9A-HJ-NP-Za-km-z]{44}|f[0-9a-f]{10,128}|b[a-z2-7]{10,128}|k[0-9a-z]{10,128}|z[1-9A-HJ-NP-Za-km-z]{10,128})$/

/**
 * The path of a file in IPFS, encoded for a gateway. Undefined if a part could lead out of its
 * folder, however often a server decodes it.
 */
function ipfsPath(text: string): string | undefined {
  const [id = '', ...rest] = text.split('/')
  if (rest.at(-1) === '') rest.pop() // the path of a folder ends with a slash
  const parts = rest.map(plainPart)
  return contentId.test(id) && parts.every((part) => part !== undefined)
    ? [id, ...parts.map((part) => encodeURIComponent(part ?? ''))].join('/')
    : undefined
}

/** After this number of decodings a part must not change any more. */
const maxDecodings = 4

/** The decoded name in a part of a path. Undefined if it is not a plain name. */
function plainPart(part: string): string | undefined {
  const name = decode(part) ?? part // a part with an invalid escape is taken as it is
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
 * Whether a text is a plain name: not empty, not only dots, and without separators, control
 * characters and lone surrogates.
 */
const isPlain = (name: string) =>
  name !== '' && !/^\.+$/.test(name) && !/[/\\\p{Cc}\p{Cs}]/u.test(name)

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined // an escape is invalid
  }
}
