import * as methods from '@latchkey/protocol/frame/frame'
import { fault } from '../bridge/Fault.ts'
import { readConnected } from '../wallet/consent.ts'
import { addressOn, readNetwork } from '../wallet/network.ts'
import { answer } from './answer.ts'

/** Returns an empty list: the wallet has no smart accounts yet. */
export const getSmartAccountEnabledNetworks = answer(
  methods.getSmartAccountEnabledNetworks,
  async () => ({ smartAccountEnabledNetworks: [] }),
)

/** Refuses, because the wallet has no smart accounts yet. */
export const initSmartAccount = answer(methods.initSmartAccount, async () => {
  throw fault('smartAccountMissing')
})

/** Accepts the account with its own key, the only type of account. */
export const setPreferredAccount = answer(methods.setPreferredAccount, async (wallet, { type }) => {
  if (type === 'smartAccount') throw fault('smartAccountMissing')
  const account = await readConnected(wallet)
  if (!account) throw fault('loginRequired')
  return { type, address: addressOn(await readNetwork(wallet), account.addresses) }
})
