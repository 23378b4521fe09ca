import { getUser as method } from '@latchkey/protocol/frame/frame'
import { fault } from '../bridge/Fault.ts'
import { readConsent } from '../wallet/consent.ts'
import { readNetwork, wireChainOf, writeNetwork } from '../wallet/network.ts'
import { settleJoin } from '../wallet/settleJoin.ts'
import type { signBeside } from '../wallet/signBeside.ts'
import { answer } from './answer.ts'

/** What fails here is asked for once more, by the site, where the visitor sees it. */
const signIn = async (...asked: Parameters<typeof signBeside>) => import('../wallet/signBeside.ts').then((code) => code.signBeside(...asked)).catch(() => undefined)

/** The account, for a site on which the visitor has logged in; made or recovered first, where its keys are not on this browser. */
export const getUser = answer(method, async (wallet, params, { signal }) => {
  await settleJoin(wallet, signal)
  const user = await wallet.session.read(signal)
  if (!user || (await readConsent(wallet)) !== user.userId) throw fault('loginRequired')
  const { openAccount } = await import('../vault/openAccount.ts')
  const addresses = await wallet.session.opening(user.userId, () => openAccount(wallet, user, signal))
  wallet.prepareScreens()
  const network = params?.chainId === undefined ? await readNetwork(wallet) : await writeNetwork(wallet, params.chainId)
  const address = network.namespace === 'solana' ? addresses.solana : addresses.eip155
  const isFresh = wallet.freshLogin.isOpen
  wallet.freshLogin.isOpen = false
  const signed = isFresh && params?.siwxMessage && (await signIn(wallet, params.siwxMessage, { address, network }))
  return { address, chainId: wireChainOf(network.networkId), email: user.email, userName: user.userName, accounts: [{ address, type: 'eoa' as const }], preferredAccountType: 'eoa' as const, ...signed }
})
