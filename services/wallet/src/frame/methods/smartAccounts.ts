import * as methods from '@latchkey/protocol/frame/frame'
import { fault } from '../bridge/Fault.ts'
import { readConnected } from '../wallet/consent.ts'
import { readNetwork } from '../wallet/network.ts'
import { answer } from './answer.ts'

/** The wallet has no smart accounts yet, on any network. */
export const getSmartAccountEnabledNetworks = answer(
  methods.getSmartAccountEnabledNetworks,
  async () => ({ smartAccountEnabledNetworks: [] }),
)

/** The same. */
export const initSmartAccount = answer(methods.initSmartAccount, async () => {
  throw fault('smartAccountMissing')
})

/** The account with a key of its own is the preferred one, as there is no other. */
export const setPreferredAccount = answer(methods.setPreferredAccount, async (wallet, { type }) => {
  if (type === 'smartAccount') throw fault('smartAccountMissing')
  const account = await readConnected(wallet)
  if (!account) throw fault('loginRequired')
  const { namespace } = await readNetwork(wallet)
  return {
    type,
    address: namespace === 'solana' ? account.addresses.solana : account.addresses.eip155,
  }
})
