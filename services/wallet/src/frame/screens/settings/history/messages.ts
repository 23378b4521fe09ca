import { defineMessages } from '@latchkey/words/messages'

/** Texts of the account's events. */
export const messages = defineMessages('history', {
  empty: 'Nothing yet.',
  note: 'The last 100 events of a year. If there is one that you don’t know, sign its browser out under “Devices”.',
  thisBrowser: 'This browser',
  where: '{browser} · {origin}',
  login: 'Logged in by {way}',
  signOut: 'Signed out',
  accountMade: 'Wallet made, protected by {method}',
  deviceRemoved: '{browser} was signed out for good',
  recoverySet: 'Recovery by {method} set up',
  recovered: 'Wallet brought to a browser by {method}',
  vaultAsked: 'The vault was asked to open',
  vaultRefused: 'The vault’s opening was refused',
  emailChanged: 'E-mail address changed',
  wayJoined: '{way} added as a way in',
  exportedPhrase: 'Recovery phrase shown',
  exportedKey: 'Private key shown',
  exportedKeystore: 'Keystore saved',

  byEmail: 'e-mail',
  byPassword: 'password',
  byPasskey: 'passkey',
  byVault: 'the vault',
})
