import { evmNetworks } from '../../smartAccount/contractsOn.ts'
import { smartStatusOnSite } from '../../smartAccount/statusOf.ts'
import type { Network } from '../../wallet/network.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { toQuantity } from '../hex.ts'
import { requireEvmAccount } from '../requireAccount.ts'
import type { SigningCall } from '../signingCall.ts'

/**
 * What the wallet can do with a batch on a chain. EIP-5792, ERC-7677
 * - `supported`: all calls have their effect, or none
 * - `ready`: the same, and the first batch upgrades the account
 * - `unsupported`: one call after the other
 */
type Capabilities = {
  atomic: { status: 'supported' | 'ready' | 'unsupported' }
  paymasterService?: { supported: true }
}

/**
 * Returns the wallet's capabilities for batches on its chains. A chain whose node does not answer
 * has none now. EIP-5792. `wallet_getCapabilities` [address, [chainId…]?]
 * @throws Fault 4100
 */
export async function capabilities({
  wallet,
  params,
  request,
}: SigningCall): Promise<Record<string, Capabilities>> {
  const [claimed, chainIds]: readonly unknown[] = Array.isArray(params) ? params : []
  const address = await requireEvmAccount(wallet, claimed)
  const chains = evmNetworks(wallet).map((network) => ({
    network,
    chainId: toQuantity(BigInt(network.reference)),
  }))
  const requested = Array.isArray(chainIds)
    ? chains.filter(({ chainId }) => chainIds.some((text: unknown) => isSameChain(text, chainId)))
    : chains
  return Object.fromEntries(
    await Promise.all(
      requested.map(async ({ network, chainId }) => [
        chainId,
        await capabilitiesOn(wallet, network, { address, signal: request.signal }),
      ]),
    ),
  )
}

async function capabilitiesOn(
  wallet: Wallet,
  network: Network,
  { address, signal }: { address: string; signal: AbortSignal },
): Promise<Capabilities> {
  const found = await smartStatusOnSite(wallet, network, address, signal).catch(() => undefined)
  const status =
    found?.status === 'deployed' ? 'supported' : found?.status === 'ready' ? 'ready' : 'unsupported'
  return {
    atomic: { status },
    ...(status !== 'unsupported' &&
      found?.hasOperations && { paymasterService: { supported: true } }),
  }
}

/** Whether a site means a chain. Some sites write zeros in front. */
const isSameChain = (text: unknown, chainId: string): boolean =>
  typeof text === 'string' && /^0x[\da-f]{1,64}$/i.test(text) && BigInt(text) === BigInt(chainId)
