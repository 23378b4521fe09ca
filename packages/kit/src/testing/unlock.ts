import type { WalletCore } from './walletCore.ts'

/**
 * Waits until the wallet is unlocked. Resolves at once if it is not locked.
 * @throws ProviderError 4001, -32002, 4900
 */
export async function unlock({ consentQueue: desk, origin, store }: WalletCore): Promise<void> {
  if (store.getState().behaviour !== 'locked') return
  await desk.request({ type: 'unlock', origin })
  // still locked, because the owner has approved in the wallet's window instead of changing the
  // behaviour
  if (store.getState().behaviour === 'locked') store.setState({ behaviour: 'approve' })
}
