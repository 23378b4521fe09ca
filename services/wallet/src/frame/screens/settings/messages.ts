import { defineMessages } from '@latchkey/words/messages'

/** Texts of the settings. */
export const messages = defineMessages('settings', {
  title: 'Wallet settings',
  email: 'E-mail address',
  emailNone: 'None yet',
  devices: 'Devices',
  devicesDetail: 'Where you are logged in',
  recovery: 'Recovery',
  recoveryDetail: 'How you get back in',
  export: 'Recovery phrase and keys',
  exportDetail: 'Take them to another wallet',
  smartAccount: 'Smart account',
  smartAccountDetail: 'Several things in one step',
  history: 'What happened',
  historyDetail: 'Logins, changes, exports',
  deletion: 'Delete wallet',
  deletionDetail: 'Here, for ever',
  leave: 'Sign out',
  leaveDetail: 'On this browser',

  thisDevice: 'This browser',
  lastUsed: '{origin} · {time}',
  signedOut: 'Signed out. {origin} · {time}',
  remove: 'Sign out',
  removeOf: 'Sign out {name}',
  failedTitle: 'That did not work',
  failedText: 'The wallet’s server did not answer. Try again.',
  retry: 'Try again',

  passkey: 'Passkey',
  addPasskey: 'Add a passkey',
  changePasskey: 'Make another passkey',
  passkeyText:
    'With it you get your wallet back on another browser at once. Your device keeps it, and brings it to your other devices if you use its password manager there.',
  savedPasskey: 'Passkey saved',
  password: 'Recovery password',
  vault: 'Vault of {operator}',
  on: 'On',
  off: 'Off',
  addPassword: 'Add a password',
  changePassword: 'Change the password',
  passwordHeading: 'Choose a recovery password',
  passwordText:
    'With it you get your wallet back on another browser at once. Nobody else knows it, so nobody can restore it for you.',
  savePassword: 'Save password',
  saved: 'Password saved',

  leaveHeading: 'Sign out on this browser?',
  leaveText: 'To use the wallet here again you log in once more.',
  cancel: 'Cancel',
})
