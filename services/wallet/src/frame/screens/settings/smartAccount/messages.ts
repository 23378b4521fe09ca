import { defineMessages } from '@latchkey/words/messages'

/** Texts of the smart account's settings. */
export const messages = defineMessages('smartAccount', {
  about:
    'A smart account does several things in one step, and others can pay its network fees. Address, keys and recovery phrase stay the same.',
  ready: 'On, from your first action in one step',
  offPending: 'Off, but the network still has its code',
  foreign: 'Has the code of another wallet',
  replaces: 'On, will replace the code of another wallet',
  none: 'None of the networks has smart accounts.',
  turnOn: 'Turn on',
  turnOnOf: 'Turn on: {network}',
  turnOff: 'Turn off',
  turnOffOf: 'Turn off: {network}',
  offHeading: 'Turn off on {network}?',
  offText:
    'It becomes a plain account again, with the same address and everything in it. That takes a transaction, for which you pay the network fee.',
  sent: 'The transaction is sent',
  sentText: 'Your account is a plain one as soon as the network has it.',
  overHeading: 'Replace the code on {network}?',
  overText:
    'Another wallet has given your account its code, which is at this address. Your first action in one step replaces it.',
})
