import type { WalletCore } from './walletCore.ts'

/**
 * Waits until the wallet is unlocked. Returns at once if it is.
 * @throws ProviderError 4001, -32002, 4900
 */
export async function unlock({ consentQueue: desk, origin, store }: WalletCore): Promise<void> {
  if (store.getState().behaviour !== 'locked') return
  await desk.request({ type: 'unlock', origin })
  // approved in the wallet's own window, not by a change of behaviour
  if (store.getState().behaviour === 'locked') store.setState({ behaviour: 'approve' })
}
