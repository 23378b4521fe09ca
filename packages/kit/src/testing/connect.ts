import { lower } from './walletCore.ts'
import type { WalletCore } from './walletCore.ts'

/**
 * Lets the wallet's owner pick accounts for the site, and permits the site to see them.
 * @throws ProviderError 4001, -32002, 4900
 */
export async function connect({
  consentQueue: desk,
  origin,
  store,
}: WalletCore): Promise<readonly `0x${string}`[]> {
  const { accounts } = await desk.request({ type: 'connect', origin })
  const permitted =
    accounts && accounts.length > 0 ? accounts.map(lower) : store.getState().selected
  store.setState({ permitted, selected: permitted })
  return permitted
}
