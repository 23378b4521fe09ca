import { withKeysOf } from '../vault/withEntropy.ts'
import type { Network } from './network.ts'
import { ownSignIn, type SignInRequest } from './ownSignIn.ts'
import type { Wallet } from './Wallet.ts'

/**
 * Signs a sign-in for the site on which the visitor has just logged in: the login was the
 * consent.
 * @returns undefined for a sign-in that the visitor has to read
 */
export async function signInOnConnect(
  wallet: Wallet,
  request: SignInRequest,
  { address, network }: { address: string; network: Network },
): Promise<{ message: string; signature: string } | undefined> {
  const message = ownSignIn(request, { address, network, origin: wallet.site.origin })
  if (message === undefined) return undefined
  return {
    message,
    signature: await withKeysOf(wallet, address, (keys) => keys.evm.signMessage({ message })),
  }
}
