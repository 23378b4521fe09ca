import { createTestClient, erc20Abi, http, parseEther, parseUnits, publicActions } from 'viem'
import { p2wpkh } from '@scure/btc-signer'
import { pubECDSA } from '@scure/btc-signer/utils.js'
import { treasury } from './accounts.ts'
import { regtest } from './bitcoin/chain/regtest.ts'
import type { BitcoinChain } from './bitcoin/startBitcoinChain.ts'
import type { Devnet } from './startDevnet.ts'

/** How much the sandbox's treasury gets, in whole units: of each token, and of the native token. */
const stock = { tokens: '10000000', coin: '100000' }

/**
 * Refills the sandbox's treasury with the sold tokens if less than half of them is left. It writes
 * into the chain's state, so that no block is mined, and no other account pays.
 */
export async function fundTreasury({
  url,
  deployment: { tokens },
}: Pick<Devnet['chains'][number], 'url' | 'deployment'>): Promise<void> {
  const client = createTestClient({ mode: 'anvil', transport: http(url) }).extend(publicActions)
  const { address } = treasury
  const coins = parseEther(stock.coin)
  if ((await client.getBalance({ address })) < coins / 2n)
    await client.setBalance({ address, value: coins })
  for (const { address: token, decimals } of tokens) {
    const amount = parseUnits(stock.tokens, decimals)
    const held = await client.readContract({
      address: token,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [address],
    })
    if (held < amount / 2n)
      await client.request({
        method: 'anvil_dealERC20',
        params: [address, token, `0x${amount.toString(16)}`],
      } as never) // the cast: viem's types do not know this method
  }
}

/**
 * The treasury's coins on the Bitcoin chain: their number, and satoshi of each. A payout spends
 * coins that are in blocks, so this many payouts fit into one block.
 */
const coins = { count: 8, value: 100_000_000n }

/** The treasury's address on the Bitcoin chain. */
export const bitcoinTreasury: string =
  p2wpkh(pubECDSA(Buffer.from(treasury.privateKey.slice(2), 'hex')), regtest).address ?? ''

/** Gives the sandbox's treasury bitcoins, if less than half of them is left. Mines one block. */
export async function fundBitcoinTreasury({
  url,
  fund,
  mine,
}: Pick<BitcoinChain, 'url' | 'fund' | 'mine'>): Promise<void> {
  const response = await fetch(`${url}/address/${bitcoinTreasury}`)
  const { chain_stats: stats } = (await response.json()) as {
    chain_stats: Record<'funded_txo_sum' | 'spent_txo_sum', number>
  } // an Esplora of our own
  const held = BigInt(stats.funded_txo_sum - stats.spent_txo_sum)
  if (held >= (BigInt(coins.count) * coins.value) / 2n) return
  for (let count = 0; count < coins.count; count += 1)
    fund(bitcoinTreasury, coins.value, { isWaiting: true })
  mine()
}
