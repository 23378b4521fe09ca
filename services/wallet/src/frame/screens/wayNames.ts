import type { WalletWay } from '@latchkey/protocol/walletServer'

/** The ways in, as they stand in a sentence. */
export const wayNames: Readonly<Record<WalletWay, string>> = {
  email: 'your e-mail address', google: 'Google', x: 'X', discord: 'Discord', github: 'GitHub', apple: 'Apple', facebook: 'Facebook', farcaster: 'Farcaster',
}
