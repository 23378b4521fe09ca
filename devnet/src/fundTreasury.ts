import { createTestClient, erc20Abi, http, parseEther, parseUnits, publicActions } from 'viem'
import { treasury } from './accounts.ts'
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
