import { isNumbered } from '@latchkey/protocol/namespace'
import * as methods from '@latchkey/protocol/frame/frame'
import { fault } from '../bridge/Fault.ts'
import { writeAccountType } from '../smartAccount/choices.ts'
import { smartAccountNetworks } from '../smartAccount/contractsOn.ts'
import { accountCodeOf } from '../smartAccount/statusOf.ts'
import { readConnected } from '../wallet/consent.ts'
import { accountOn } from '../wallet/accountOn.ts'
import { readNetwork } from '../wallet/network.ts'
import { answer } from './answer.ts'

/** Returns the networks whose nodes have the code of smart accounts. */
export const getSmartAccountEnabledNetworks = answer(
  methods.getSmartAccountEnabledNetworks,
  async (wallet, _, { signal }) => ({
    smartAccountEnabledNetworks: (await smartAccountNetworks(wallet, signal)).map(({ reference }) =>
      Number(reference),
    ),
  }),
)

/**
 * Returns the smart account of the wallet's network. Nothing has to be prepared: the address is
 * that of the key, and the first batch upgrades it.
 */
export const initSmartAccount = answer(methods.initSmartAccount, async (wallet, _, { signal }) => {
  const account = await readConnected(wallet)
  if (!account) throw fault('loginRequired')
  const network = await readNetwork(wallet)
  const { address } = await accountOn(network, account.addresses)
  const isEvm = isNumbered(network.namespace)
  return {
    address,
    isDeployed: isEvm && (await accountCodeOf(wallet, network, address, signal)).kind === 'ours',
  }
})

/** Stores the kind of account for this site. */
export const setPreferredAccount = answer(methods.setPreferredAccount, async (wallet, { type }) => {
  const account = await readConnected(wallet)
  if (!account) throw fault('loginRequired')
  await writeAccountType(wallet, type)
  const { address } = await accountOn(await readNetwork(wallet), account.addresses)
  return { type, address }
})
