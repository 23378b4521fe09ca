import * as v from 'valibot'
import { listOf, readShape } from '@latchkey/protocol/border'
import { isSolanaAddress } from '@latchkey/protocol/chains/solana'
import { cleanText } from '../../../cleanText.ts'
import type { Hex } from '../../../chainIndex/chainIndex.ts'
import { NodesError } from '../../../providers/nodes.ts'
import { readApart } from '../../../providers/readApart.ts'
import type { Reading } from '../../../providers/rpcAnswer.ts'
import type { TokenLabel } from '../../../providers/tokenLabel.ts'
import { metadataPlace, readMetaplex } from './metaplex.ts'
import { readMint, type Mint } from './mint.ts'
import { isTokenProgram, programs } from '../programs.ts'
import { keyText, toKey } from '../solanaKey.ts'
import type { SolanaChain } from '../solanaChain.ts'

/**
 * `accounts`: maximum in one request, which nodes set. `bytes`: how many are read of each account;
 * the metadata is near the beginning.
 */
const limits = { accounts: 100, bytes: 16 * 1024 }
/** Maximum of decimals that a usable mint has. */
const maxDecimals = 36

const account = v.nullable(
  v.object({
    owner: v.custom<string>(isSolanaAddress),
    data: v.strictTuple([
      v.pipe(v.string(), v.maxLength(2 * limits.bytes), v.base64()),
      v.literal('base64'),
    ]),
  }),
)

/**
 * Reads mints, in order. The metadata is the mint's own, or else Metaplex's. Undefined for an
 * account that is not a mint.
 * @throws NodesError
 */
export async function readMints(
  chain: SolanaChain,
  mints: readonly Hex[],
  signal: AbortSignal,
): Promise<readonly (Mint | undefined | NodesError)[]> {
  const read = await readAccounts(
    chain,
    mints,
    (_, { owner, data }) => (isTokenProgram(owner) ? readMint(data) : undefined),
    signal,
  )
  const nameless = mints.filter((_, index) => isNameless(read[index]))
  if (nameless.length === 0) return read
  const places = new Map(nameless.map((mint) => [metadataPlace(mint), mint] as const))
  const described = await readAccounts(
    chain,
    [...places.keys()],
    (place, { owner, data }) =>
      owner === programs.metaplex ? readMetaplex(data, places.get(place) ?? place) : undefined,
    signal,
  ).catch((error: unknown) => {
    if (error instanceof NodesError) return nameless.map(() => error)
    throw error
  })
  const found = new Map(nameless.map((mint, index) => [mint, described[index]]))
  return read.map((mint, index) => {
    const more = found.get(mints[index] ?? '0x')
    return isNameless(mint) && more ? (more instanceof Error ? more : { ...mint, ...more }) : mint
  })
}

const isNameless = (mint: Mint | undefined | NodesError): mint is Mint =>
  mint !== undefined && !(mint instanceof Error) && !mint.metadata

/** Reads the bytes of accounts, in order. @throws NodesError */
function readAccounts<value>(
  chain: SolanaChain,
  addresses: readonly Hex[],
  read: (address: Hex, account: { owner: Hex; data: Buffer }) => value | undefined,
  signal: AbortSignal,
): Promise<readonly (value | undefined | NodesError)[]> {
  const how = {
    encoding: 'base64',
    commitment: 'confirmed',
    dataSlice: { offset: 0, length: limits.bytes },
  }
  const readPart = (part: readonly Hex[]) => {
    const reading: Reading<(value | undefined)[]> = {
      begin: () => ({
        read: (result) =>
          readShape(
            v.object({ value: v.pipe(listOf(account, limits.accounts), v.length(part.length)) }),
            result,
          ).value.map((account, index) =>
            account
              ? read(part[index] ?? '0x', {
                  owner: toKey(account.owner),
                  data: Buffer.from(account.data[0], 'base64'),
                })
              : undefined,
          ),
      }),
    }
    return chain.nodes.request('getMultipleAccounts', [part.map(keyText), how], signal, reading)
  }
  return readApart(addresses, async (some) => {
    const parts = Array.from({ length: Math.ceil(some.length / limits.accounts) }, (_, index) =>
      some.slice(limits.accounts * index, limits.accounts * (index + 1)),
    )
    return (await Promise.all(parts.map(readPart))).flat()
  })
}

/**
 * The names of mints, in order, as `readLabelsApart` returns names: cleaned, and empty for a mint
 * without a name.
 * @throws NodesError when no node answers
 */
export async function readMintLabels(
  chain: SolanaChain,
  mints: readonly Hex[],
  signal: AbortSignal,
): Promise<readonly (TokenLabel | undefined | NodesError)[]> {
  const read = await readMints(chain, mints, signal)
  return mints.map((address, index) => {
    const mint = read[index]
    if (mint === undefined || mint instanceof Error) return mint
    const { name = '', symbol = '' } = mint.metadata ?? {}
    return {
      address,
      name: cleanText(name),
      symbol: cleanText(symbol),
      decimals: mint.decimals <= maxDecimals ? mint.decimals : undefined,
      ...(mint.collection && { collection: mint.collection }),
    }
  })
}

/**
 * The addresses of NFTs' metadata by mint, in order; undefined for a mint without metadata.
 * @throws NodesError when no node answers
 */
export async function readMintLinks(
  chain: SolanaChain,
  wanted: readonly { token: Hex }[],
  signal: AbortSignal,
): Promise<readonly (string | undefined | NodesError)[]> {
  const read = await readMints(
    chain,
    wanted.map(({ token }) => token),
    signal,
  )
  return read.map((mint) => (mint instanceof Error ? mint : mint?.metadata?.uri || undefined))
}
