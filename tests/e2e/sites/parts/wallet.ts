/**
 * The visitor's wallet, in place of an extension: it announces itself, and tests control it at
 * `window.latchkeyWallet`.
 */
import { createDevelopmentWallet } from 'latchkey/testing'
import { first, second } from './chains.ts'

const known = ({ id, name, rpcUrls }: typeof first) => ({
  id,
  name,
  rpcUrl: rpcUrls.default.http[0] ?? '',
})

createDevelopmentWallet({
  chains: [known(first), known(second)],
  storage: localStorage,
  expose: true,
}).announce()
