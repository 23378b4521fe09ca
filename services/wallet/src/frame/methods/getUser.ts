import { getUser as method } from '@latchkey/protocol/frame/frame'
import { fault } from '../bridge/Fault.ts'
import type { AccountType } from '../smartAccount/choices.ts'
import { describeAccount } from '../smartAccount/describeAccount.ts'
import { accountOn } from '../wallet/accountOn.ts'
import { readConsent } from '../wallet/consent.ts'
import { readNamedAccount } from '../wallet/namedAccount.ts'
import type { NamedAccount } from '../wallet/namedAccount.ts'
import { readNetwork, wireChainOf, writeNetwork } from '../wallet/network.ts'
import { settleJoin } from '../wallet/settleJoin.ts'
import type { signInOnConnect } from '../wallet/signInOnConnect.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import { answer } from './answer.ts'

/**
 * Signs the site's sign-in at login. After a failure there is no signature: the site then requests
 * it again on a visible screen.
 */
const signIn = async (...parameters: Parameters<typeof signInOnConnect>) =>
  import('../wallet/signInOnConnect.ts')
    .then((code) => code.signInOnConnect(...parameters))
    .catch(() => undefined)

/**
 * Returns the account on a site on which the visitor has logged in. If its keys are not on
 * this browser, the account is created or recovered first.
 */
export const getUser = answer(method, async (wallet, params, { signal }) => {
  const named = await readNamedAccount(wallet)
  if (named) return describe(wallet, named, params ?? {})
  await settleJoin(wallet, signal)
  const user = await wallet.session.read(signal)
  if (!user || (await readConsent(wallet)) !== user.userId) throw fault('loginRequired')
  const { openAccount } = await import('../vault/openAccount.ts')
  const addresses = await wallet.session.opening(user.userId, () =>
    openAccount(wallet, user, signal),
  )
  wallet.prepareScreens()
  const network = await networkOf(wallet, params?.chainId)
  const { address } = await accountOn(network, addresses)
  const isFresh = wallet.freshLogin.isOpen
  wallet.freshLogin.isOpen = false
  const signed =
    isFresh &&
    params?.siwxMessage &&
    (await signIn(wallet, params.siwxMessage, { address, network }))
  return {
    ...(await describe(wallet, { addresses, email: user.email }, params ?? {})),
    userName: user.userName,
    ...signed,
  }
})

const networkOf = (wallet: Wallet, chainId: number | string | undefined) =>
  chainId === undefined ? readNetwork(wallet) : writeNetwork(wallet, chainId)

/** Describes an account on the network that the site requests. */
async function describe(
  wallet: Wallet,
  { addresses, email }: NamedAccount,
  {
    chainId,
    preferredAccountType,
  }: { chainId?: number | string; preferredAccountType?: AccountType },
) {
  const network = await networkOf(wallet, chainId)
  const account = await accountOn(network, addresses)
  return {
    ...account,
    chainId: wireChainOf(network.networkId),
    email,
    ...(await describeAccount(wallet, network, account.address, preferredAccountType)),
    ...(!wallet.isPersistent && { addresses }),
  }
}
