import { defineMessages } from '@latchkey/words/messages'

/** Texts of recovery. */
export const messages = defineMessages('recover', {
  title: 'Welcome back',
  heading: 'Bring your wallet to this browser',
  text: 'Your keys are not on this browser yet. Choose how to bring them here.',
  withPassword: 'Recovery password',
  withPasswordDetail: 'The one you chose for this wallet',
  withVault: 'Wait for the vault',
  withVaultDetail: 'Opens after {time}',
  withVaultNow: 'Opens at once',
  withPasskey: 'Passkey',
  withPasskeyDetail: 'Your finger, face or screen lock',
  passkeyHeading: 'Show your passkey',
  passkeyText:
    'The one you made for this wallet. It is on your other device, or in your password manager.',
  goPasskey: 'Use passkey',
  password: 'Recovery password',
  go: 'Bring it here',
  working: 'Checking… {percent} %',
  wrong: 'That password is not right.',
  tooMany: 'Too many attempts. Try again later.',
  vaultHeading: 'The vault of {operator}',
  vaultText:
    'We mail you that somebody asked. If it was not you, one press there stops it. After {time} the wallet opens here.',
  ask: 'Ask the vault',
  asking: 'Asking the vault',
  waitingHeading: 'The vault opens in',
  waitingText:
    'You may close this and come back. Log in with the same address on this browser, and it goes on from here.',
  opening: 'Opening your wallet…',
  failedTitle: 'That did not work',
  failedText: 'The wallet was not brought here. Try again.',
  differsText: 'What came back is not this wallet. Nothing was changed.',
  noneTitle: 'No way back is set up',
  noneText:
    'This wallet was protected in no way that works here. Use a browser on which it is still open.',
  retry: 'Try again',
  later: 'Close and come back later',
  minutes: '{count} min',
  hours: '{count} h',
  seconds: '{count} s',
})
