import { defineMessages } from '@latchkey/words/messages'

/** Texts of the screen that asks how a new wallet is protected. */
export const messages = defineMessages('protect', {
  title: 'Protect your wallet',
  heading: 'How do you get back in?',
  text: 'Choose what brings your wallet to another browser. Nobody else has it, so nobody can restore it for you.',
  passkey: 'Passkey',
  passkeyDetail: 'Your finger, face or screen lock',
  password: 'Recovery password',
  passwordDetail: 'Words that you remember',
  passkeyText:
    'Your device keeps it, and brings it to your other devices if you use its password manager there. It opens your wallet on another browser.',
  create: 'Create wallet',
  noneTitle: 'This browser has no passkeys for the wallet',
  noneText:
    'This wallet is protected by a passkey. Open the site in a current Chrome, Edge or Safari.',
})
