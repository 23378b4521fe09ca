import { addressKey } from '@latchkey/protocol/address'

/** Addresses to which people have sent coins in order to destroy them, besides those of zeros. */
const burnAddresses: ReadonlySet<string> = new Set([
  '1BitcoinEaterAddressDontSendf59kuE',
  '1CounterpartyXXXXXXXXXXXXXXXUWLpVr',
  '1111111111111111111114oLvT2',
  'mfWxJ45yp2SFn7UciZyNpvDKrzbhyfKrY8',
  'mvCounterpartyXXXXXXXXXXXXXXW24Hef',
])

/** Bech32 addresses of twenty or 32 zero bytes. `q` is zero. */
const zeros = /^(?:bc|tb|bcrt)1[qp]q{32,51}[02-9ac-hj-np-z]{6,7}$/

/**
 * Whether an address is known to have no private key: one of zeros, or one of a list. False for
 * other addresses without a key, because they can't be recognised.
 */
export const isOwnerless = (address: string): boolean =>
  burnAddresses.has(address) || zeros.test(addressKey(address))
