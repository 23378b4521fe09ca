import { tipOf } from '../chain/createChain.ts'
import { coinbaseMaturity } from '../chain/genesis.ts'
import type { Chain, Coin } from '../chain/types.ts'
import { refuse } from './refusal.ts'

/** Checks that spent rewards of blocks are old enough in the next block. @throws Refusal */
export function checkMaturity(chain: Chain, spent: readonly Coin[]): void {
  const next = tipOf(chain).height + 1
  for (const { isCoinbase, height = next } of spent)
    if (isCoinbase && next - height < coinbaseMaturity)
      refuse('bad-txns-premature-spend-of-coinbase')
}
