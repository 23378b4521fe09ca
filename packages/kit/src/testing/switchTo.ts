import type { WalletChain } from './walletChain.ts'
import type { WalletCore } from './walletCore.ts'

/**
 * Switches from one known chain to another, after the owner's approval. Does nothing when they are
 * the same.
 * @throws ProviderError 4001, -32002, 4900
 */
export async function switchTo(
  { consentQueue: desk, origin, store }: WalletCore,
  from: WalletChain,
  to: WalletChain,
): Promise<void> {
  if (from.id === to.id) return
  await desk.request({ type: 'switch', origin, from, to })
  store.setState({ chain: to })
}
