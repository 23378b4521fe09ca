import { createHash } from 'node:crypto'
import type { Hex } from '../../../chainIndex/chainIndex.ts'
import { isOnCurve } from './isOnCurve.ts'
import type { Mint } from './mint.ts'
import { readTexts } from './mint.ts'
import { programs } from '../programs.ts'

/**
 * The first byte of an account that describes a mint, and the offset of its texts. Between them are
 * the authority and the mint.
 */
const [kind, texts] = [4, 65]
/** Number of bytes of one author. */
const author = 34

/**
 * The address of the account in which Metaplex describes a mint: the first hash that is not on the
 * curve. Source: mpl-token-metadata, seeds of `Metadata`; Solana's program derived addresses
 */
export function metadataPlace(mint: Hex): Hex {
  const program = Buffer.from(programs.metaplex.slice(2), 'hex')
  const seeds = Buffer.concat([Buffer.from('metadata'), program, Buffer.from(mint.slice(2), 'hex')])
  for (let bump = 255; bump >= 0; bump -= 1) {
    const place = createHash('sha256')
      .update(seeds)
      .update(Buffer.of(bump))
      .update(program)
      .update('ProgramDerivedAddress')
      .digest()
    if (!isOnCurve(place)) return `0x${place.toString('hex')}`
  }
  // cannot happen in practice: about half of the 256 hashes are on the curve
  throw new RangeError('A mint that no account can describe')
}

/**
 * Reads the account in which Metaplex describes a mint. Undefined for other bytes, and if it
 * describes another mint. The texts are neither cleaned nor shortened here, although anyone may
 * have written them. Source: mpl-token-metadata, `Metadata`
 */
export function readMetaplex(
  data: Buffer,
  mint: Hex,
): Pick<Mint, 'metadata' | 'collection'> | undefined {
  if (data[0] !== kind || `0x${data.toString('hex', 33, texts)}` !== mint) return undefined
  const read = readTexts(data.subarray(texts))
  if (!read) return undefined
  const collection = collectionIn(data.subarray(texts + read.bytes))
  return { metadata: read.metadata, ...(collection && { collection }) }
}

/** The mint of the collection to which this mint belongs, if the collection has verified it. */
function collectionIn(rest: Buffer): Hex | undefined {
  const authors = 3 // after the seller's fee, and the flag whether authors follow
  let at =
    rest[2] === 1 && rest.length >= authors + 4
      ? authors + 4 + author * rest.readUInt32LE(authors)
      : authors
  at += 2 // the flags for a first sale, and for mutable metadata
  at += rest[at] === 1 ? 2 : 1 // the optional edition nonce
  at += rest[at] === 1 ? 2 : 1 // the optional token standard
  const isConfirmed = rest[at] === 1 && rest[at + 1] === 1 && rest.length >= at + 34
  return isConfirmed ? `0x${rest.toString('hex', at + 2, at + 34)}` : undefined
}
