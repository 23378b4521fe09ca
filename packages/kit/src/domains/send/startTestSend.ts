import { formatNetworkId } from '@latchkey/protocol/caip'
import { getTransactionReceipt } from 'viem/actions'
import { onTestFinished } from 'vitest'
import { deployStrangeToken } from '../../../../../devnet/src/strangeToken.ts'
import type { StrangeVariant } from '../../../../../devnet/src/strangeToken.ts'
import { startTestKit, startTestWallet } from '../../session/startTestKit.ts'
import type { KitOptions } from '../../core/options/options.ts'
import type { WalletChain } from '../../testing/walletChain.ts'
import { clientOf } from '../../testing/walletChain.ts'
import type { SendToken } from '../../core/contracts/facets/send.ts'

/** Accounts of the development mnemonic. */
export const self = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const ether: SendToken = { symbol: 'ETH', decimals: 18 }
export const firstNetwork = formatNetworkId('eip155', 31337)

/**
 * Starts a kit that is connected to a development wallet on real chains. Also returns a client of
 * the first chain.
 */
export async function startTestSend(
  chains: readonly [WalletChain, ...WalletChain[]],
  options: Partial<KitOptions> = {},
) {
  const wallet = startTestWallet({ chains: [...chains] as [WalletChain, ...WalletChain[]] })
  const started = startTestKit({ chains, ...options })
  await started.kit.connect({ connectorId: wallet.info.rdns })
  const client = clientOf(chains[0])
  const deployToken = async (
    behaviour: StrangeVariant,
  ): Promise<SendToken & { address: `0x${string}` }> => {
    const address = await deployStrangeToken(chains[0].rpcUrl, {
      variant: behaviour,
      holder: self,
      amount: 1_000_000n,
      decimals: 2,
    })
    return { address, symbol: 'ODD', decimals: 2 }
  }
  /**
   * Mines a block, because the chain may not mine automatically, and returns the receipt of a
   * transaction.
   */
  const mined = async (hash: string) => {
    await client.request({ method: 'evm_mine' as never })
    // read by viem, because the kit's adapter allows only the wallet's requests
    return getTransactionReceipt(client, { hash: hash as `0x${string}` })
  }
  onTestFinished(wallet.close)
  return { ...started, wallet, client, deployToken, mined }
}
