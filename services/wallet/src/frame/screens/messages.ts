/** Words of the wallet's own screens, beside those of each screen. */
export const messages = {
  recoverTitle: 'Welcome back',
  passwordTitle: 'Protect your wallet',
  settingsTitle: 'Wallet settings',
}
