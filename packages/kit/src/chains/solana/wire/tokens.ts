/** Reads mints and token accounts of both token programs. Source: spl-token, spl-token-2022 */
import { toBase58 } from '@latchkey/protocol/base58'
import type { TokenCaution } from '../../../core/contracts/facets/send.ts'
import type { AccountInfo } from '../provider/chain.ts'
import { tokenPrograms } from '../provider/programs.ts'

/** How many bytes a mint and a token account have before their extensions. */
const mintBytes = 82
const accountBytes = 165
/** The numbers of the extensions that the kit reads. */
const kinds = {
  confidential: 4,
  nonTransferable: 9,
  permanentDelegate: 12,
  transferHook: 14,
  metadataPointer: 18,
  metadata: 19,
  pausable: 26,
} as const

/** A token as its mint describes it. `symbol` is untrusted text. */
export type Mint = {
  program: string
  decimals: number
  symbol?: string
  /** The address of the token's metadata, as the mint names it. */
  metadataAt?: string
  /** Whether each transfer of the token also calls another program. */
  hasHook: boolean
  /** Whether the token can't be transferred at all. */
  isBound: boolean
  cautions: readonly TokenCaution[]
}

/** Reads a mint; undefined for any other account. */
export function readMint(account: AccountInfo | undefined): Mint | undefined {
  if (!account || !tokenPrograms.includes(account.owner)) return undefined
  const { data, owner: program } = account
  // if there are extensions, the byte before them tells the kind of account: 1 is a mint
  const isMint =
    data.length === mintBytes || (data.length > accountBytes + 1 && data[accountBytes] === 1)
  if (!isMint || data[45] !== 1) return undefined
  const extensions = extensionsOf(data)
  /** Whether the mint has this extension, with an address at this position. */
  const isNamed = (kind: number, at: number) =>
    extensions
      .get(kind)
      ?.slice(at, at + 32)
      .some(Boolean) ?? false
  const pointer = extensions.get(kinds.metadataPointer)?.slice(32, 64)
  const symbol = symbolIn(extensions.get(kinds.metadata))
  return {
    program,
    decimals: data[44] ?? 0,
    ...(symbol !== undefined && { symbol }),
    ...(pointer?.some(Boolean) && { metadataAt: toBase58(pointer) }),
    hasHook: isNamed(kinds.transferHook, 32),
    isBound: extensions.has(kinds.nonTransferable),
    cautions: [
      ...(isNamed(kinds.permanentDelegate, 0) ? (['takeable'] as const) : []),
      ...(isNamed(kinds.pausable, 0) ? (['stoppable'] as const) : []),
      ...(extensions.has(kinds.confidential) ? (['hidden'] as const) : []),
    ],
  }
}

/** Reads a token account: mint, owner and amount. Undefined for any other account. */
export function readTokenAccount(
  account: AccountInfo | undefined,
): { mint: string; owner: string; amount: bigint } | undefined {
  if (!account || !tokenPrograms.includes(account.owner)) return undefined
  const { data } = account
  const isTokenAccount =
    data.length === accountBytes || (data.length > accountBytes && data[accountBytes] === 2)
  if (!isTokenAccount) return undefined
  return {
    mint: toBase58(data.slice(0, 32)),
    owner: toBase58(data.slice(32, 64)),
    amount: numberAt(data, 64),
  }
}

/** Reads eight bytes, little-endian. */
function numberAt(data: Uint8Array, at: number): bigint {
  return data.slice(at, at + 8).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
}

/** The extensions by kind. A broken extension and all extensions after it are left out. */
function extensionsOf(data: Uint8Array): ReadonlyMap<number, Uint8Array> {
  const found = new Map<number, Uint8Array>()
  for (let at = accountBytes + 1; at + 4 <= data.length; ) {
    const [kind, length] = [
      (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8),
      (data[at + 2] ?? 0) | ((data[at + 3] ?? 0) << 8),
    ]
    if (kind === 0 || at + 4 + length > data.length) break
    found.set(kind, data.slice(at + 4, at + 4 + length))
    at += 4 + length
  }
  return found
}

/**
 * The symbol in metadata. The metadata has two addresses, then the name and the symbol, each after
 * its length.
 */
const symbolIn = (metadata: Uint8Array | undefined): string | undefined =>
  metadata && textsIn(metadata, 64)[1]

/** The first two texts from a position on. Each follows its length, which has four bytes. */
export function textsIn(data: Uint8Array, start: number): readonly string[] {
  const texts: string[] = []
  for (let at = start; texts.length < 2 && at + 4 <= data.length; ) {
    const length = new DataView(data.buffer, data.byteOffset).getUint32(at, true)
    if (at + 4 + length > data.length) break
    texts.push(new TextDecoder().decode(data.slice(at + 4, at + 4 + length)).replace(/\0+$/, ''))
    at += 4 + length
  }
  return texts
}
