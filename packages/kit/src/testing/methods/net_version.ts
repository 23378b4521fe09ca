import { noParams, walletMethod } from '../walletMethod.ts'

/** The chain the wallet is on, as decimal text. */
export const net_version = walletMethod(noParams, ({ store }) => String(store.getState().chain.id))
