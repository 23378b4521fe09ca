import * as v from 'valibot'
import { listOf, readShape } from '@latchkey/protocol/border'
import { isSolanaAddress } from '@latchkey/protocol/chains/solana'
import type { Hex } from '../../../chainIndex/chainIndex.ts'
import type { Request } from '../../../providers/nodes.ts'
import type { Reading } from '../../../providers/rpcAnswer.ts'
import { lamports, tokenAmount } from '../amounts.ts'
import { tokenPrograms } from '../programs.ts'
import { keyText, toKey } from '../solanaKey.ts'
import type { SolanaChain } from '../solanaChain.ts'

/** Maximum of token accounts of one owner. So many fit into an answer. */
const maxAccounts = 50_000

/** A token that an account holds. `amount` is the sum of all its token accounts. */
export type Asset = { mint: Hex; amount: bigint; decimals: number }
/** What an account holds: its lamports, and its tokens by mint. */
export type Assets = { coins: bigint; tokens: readonly Asset[] }

const coinReading: Reading<bigint> = {
  wideIntegers: true,
  begin: () => ({ read: (result) => readShape(v.object({ value: lamports }), result).value }),
}

const key = v.custom<string>(isSolanaAddress)
const tokenAccount = v.object({
  account: v.object({
    data: v.object({
      parsed: v.object({ info: v.object({ mint: key, owner: key, tokenAmount }) }),
    }),
  }),
})

/**
 * Reads token accounts one by one, and adds up their amounts by mint. If an account belongs to
 * another owner, the whole answer is invalid.
 */
function tokensReading(owner: string): Reading<Asset[]> {
  return {
    begin: () => ({
      read(result) {
        const sums = new Map<string, Asset>()
        for (const {
          account: {
            data: {
              parsed: { info },
            },
          },
        } of readShape(v.object({ value: listOf(tokenAccount, maxAccounts) }), result).value) {
          const { amount, decimals } = info.tokenAmount
          const known = sums.get(info.mint)
          if (info.owner !== owner || (known && known.decimals !== decimals))
            throw new RangeError('A token account that cannot be')
          sums.set(info.mint, {
            mint: known?.mint ?? toKey(info.mint),
            amount: (known?.amount ?? 0n) + amount,
            decimals,
          })
        }
        return [...sums.values()]
      },
    }),
  }
}

/**
 * What an account holds now: its coins, and its tokens of both token programs. All answers come
 * from one node. Source: `getBalance`, `getTokenAccountsByOwner`
 * @throws NodesError
 */
export function readAssets(chain: SolanaChain, owner: Hex, signal: AbortSignal): Promise<Assets> {
  const address = keyText(owner)
  return chain.nodes.together(async (request: Request) => {
    const [coins, ...lists] = await Promise.all([
      request('getBalance', [address, { commitment: 'confirmed' }], signal, coinReading),
      ...tokenPrograms.map((program) =>
        request(
          'getTokenAccountsByOwner',
          [
            address,
            { programId: keyText(program) },
            { encoding: 'jsonParsed', commitment: 'confirmed' },
          ],
          signal,
          tokensReading(address),
        ),
      ),
    ])
    const tokens = lists
      .flat()
      .filter(({ amount }) => amount > 0n)
      .sort((a, b) => (a.mint < b.mint ? -1 : 1))
    return { coins, tokens }
  }, signal)
}
