import type { Hex } from '../../../chainIndex/chainIndex.ts'

/**
 * A mint, from its own account and Metaplex's account about it. Source: the token program's `Mint`;
 * Token-2022's extensions, TokenMetadata
 */
export type Mint = {
  decimals: number
  supply: bigint
  /**
   * The metadata from the mint itself, or from Metaplex's account; undefined if there is none.
   * Anyone may have written it, and it is neither cleaned nor shortened.
   */
  metadata?: { name: string; symbol: string; uri: string }
  /** The mint of the collection that has verified this mint. */
  collection?: Hex
}

/**
 * Numbers of bytes. `mint`: a mint of the first token program. `base`: a token account, after which
 * extensions begin. `length`: the length before a text. `extension`: the header of an extension.
 */
const sizes = { mint: 82, base: 165, length: 4, extension: 4 }
/**
 * `mint`: the account type of a mint with extensions. `tokenMetadata`: the type of the extension
 * that has its name.
 */
const marks = { mint: 1, tokenMetadata: 19 }

/**
 * Reads the account of a mint. Undefined for any other account, such as a token account. The bytes
 * may end after the extensions that are read.
 */
export function readMint(data: Buffer): Mint | undefined {
  const isMint =
    data.length === sizes.mint || (data.length > sizes.base && data[sizes.base] === marks.mint)
  if (!isMint || data[45] !== 1) return undefined
  const mint = { decimals: data[44] ?? 0, supply: data.readBigUInt64LE(36) }
  const extension = data.length > sizes.base ? findExtension(data, marks.tokenMetadata) : undefined
  // the texts come after the authority and the mint
  const read = extension && readTexts(extension.subarray(64))
  if (!read) return mint
  return { ...mint, metadata: read.metadata }
}

/**
 * The bytes of an extension. Undefined if the account does not have it, or if the bytes end before.
 */
function findExtension(data: Buffer, wanted: number): Buffer | undefined {
  for (let at = sizes.base + 1; at + sizes.extension <= data.length; ) {
    const [type, length] = [data.readUInt16LE(at), data.readUInt16LE(at + 2)]
    const end = at + sizes.extension + length
    if (type === 0) return undefined
    if (type === wanted) return data.subarray(at + sizes.extension, end)
    at = end
  }
  return undefined
}

/**
 * Reads name, symbol and URI. Each text comes after its length.
 * @returns the texts, and the number of bytes that were read
 */
export function readTexts(
  bytes: Buffer,
): { metadata: NonNullable<Mint['metadata']>; bytes: number } | undefined {
  const texts: string[] = []
  let at = 0
  while (texts.length < 3) {
    if (at + sizes.length > bytes.length) return undefined
    const end = at + sizes.length + bytes.readUInt32LE(at)
    if (end > bytes.length) return undefined
    // some programs fill texts up with zeros
    texts.push(bytes.toString('utf8', at + sizes.length, end).replaceAll('\0', ''))
    at = end
  }
  const [name = '', symbol = '', uri = ''] = texts
  return { metadata: { name, symbol, uri }, bytes: at }
}
