import { defineMessages } from '@latchkey/words/messages'

export const messages = defineMessages('connect', {
  title: 'Connect wallet',
  installed: 'Installed',
  recent: 'Recent',
  wallets: 'Wallets',
  others: 'Other wallets',
  noneTitle: 'No wallet in this browser yet',
  noneText: 'A wallet is an app that holds your account. Install one, and it shows up here.',
  noneAction: 'Get a wallet',
  insideText: 'On a phone, this site connects in the browser that your wallet’s app has.',
  insideOpen: 'Open in {wallet}',
  insideCopy: 'Copy this page’s address',
  insideCopied: 'Copied. Paste it into your wallet’s browser.',
  insideFailed: 'This browser does not allow copying',
  qrTag: 'QR code',
  walletConnect: 'WalletConnect',
  allTitle: 'All wallets',
  namespaceTitle: 'Which account?',
  namespaceText:
    '{wallet} has an account for each of these. Choose the one to connect; others can follow later.',
  withWallet: 'Continue with a wallet',
  or: 'or',
  help: 'What is a wallet?',
  offTitle: 'No way to connect yet',
  offText: 'This site has not switched one on.',
})
