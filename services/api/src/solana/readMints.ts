import * as v from 'valibot'
import { listOf, readShape } from '@latchkey/protocol/border'
import { isSolanaAddress } from '@latchkey/protocol/solanaAddress'
import { cleanText } from '../cleanText.ts'
import type { Hex } from '../chainIndex/chainIndex.ts'
import type { SolanaChain } from '../providers/chain.ts'
import type { NodesError } from '../providers/nodes.ts'
import { readApart } from '../providers/readApart.ts'
import type { Reading } from '../providers/rpcAnswer.ts'
import type { TokenLabel } from '../providers/tokens.ts'
import { readMint, type Mint } from './mint.ts'
import { isTokenProgram } from './programs.ts'
import { keyText, toKey } from './solanaKey.ts'

/** Accounts of one request, which is what nodes allow, and bytes of each that are read: the metadata comes early. */
const limits = { accounts: 100, bytes: 16 * 1024 }
/** Digits after the point beyond which a mint is not a usable token. */
const mostDecimals = 36

const account = v.nullable(v.object({
  owner: v.custom<string>(isSolanaAddress),
  data: v.strictTuple([v.pipe(v.string(), v.maxLength(2 * limits.bytes), v.base64()), v.literal('base64')]),
}))

/** The mints among accounts, in their order; undefined for an account that is none. @throws NodesError */
export function readMints(chain: SolanaChain, mints: readonly Hex[], signal: AbortSignal): Promise<readonly (Mint | undefined | NodesError)[]> {
  return readApart(mints, async (some) => {
    const parts = Array.from({ length: Math.ceil(some.length / limits.accounts) }, (_, index) => some.slice(limits.accounts * index, limits.accounts * (index + 1)))
    return (await Promise.all(parts.map((part) => readPart(chain, part, signal)))).flat()
  })
}

async function readPart(chain: SolanaChain, mints: readonly Hex[], signal: AbortSignal): Promise<(Mint | undefined)[]> {
  const reading: Reading<(Mint | undefined)[]> = {
    begin: () => ({
      read: (result) => readShape(v.object({ value: v.pipe(listOf(account, limits.accounts), v.length(mints.length)) }), result).value.map((one) =>
        one && isTokenProgram(toKey(one.owner)) ? readMint(Buffer.from(one.data[0], 'base64')) : undefined),
    }),
  }
  const how = { encoding: 'base64', commitment: 'confirmed', dataSlice: { offset: 0, length: limits.bytes } }
  return chain.nodes.request('getMultipleAccounts', [mints.map(keyText), how], signal, reading)
}

/** The names of mints, in their order, in the form of `readLabelsApart`: cleaned, and empty where a mint has none. @throws NodesError when no node answers */
export async function readMintLabels(chain: SolanaChain, mints: readonly Hex[], signal: AbortSignal): Promise<readonly (TokenLabel | undefined | NodesError)[]> {
  const read = await readMints(chain, mints, signal)
  return mints.map((address, index) => {
    const mint = read[index]
    if (mint === undefined || mint instanceof Error) return mint
    const { name = '', symbol = '' } = mint.metadata ?? {}
    return { address, name: cleanText(name), symbol: cleanText(symbol), decimals: mint.decimals <= mostDecimals ? mint.decimals : undefined }
  })
}

/** Where NFTs are described, by their mints, in their order; undefined for a mint that does not say it. @throws NodesError when no node answers */
export async function readMintLinks(chain: SolanaChain, wanted: readonly { token: Hex }[], signal: AbortSignal): Promise<readonly (string | undefined | NodesError)[]> {
  const read = await readMints(chain, wanted.map(({ token }) => token), signal)
  return read.map((mint) => (mint instanceof Error ? mint : mint?.metadata?.uri || undefined))
}
