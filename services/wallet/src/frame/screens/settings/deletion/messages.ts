import { defineMessages } from '@latchkey/words/messages'

/** Texts of the deletion of an account. */
export const messages = defineMessages('deletion', {
  heading: 'First, your keys',
  text: 'When the wallet is deleted, only its recovery phrase opens your accounts, in any other wallet. Save it now.',
  next: 'Go on to delete',
  warningTitle: 'This can’t be taken back',
  warningText:
    'Your wallet is deleted here for ever, on all your browsers. What your accounts hold stays on the chains, and only your phrase reaches it.',
  tick: 'I have saved my phrase, or need it no more.',
  go: 'Delete wallet',
  busy: 'Asking…',
  codeHeading: 'The last step',
  codeText: 'Enter the code that we mailed to {email}. With it your wallet is deleted.',
  tooOld: 'Sign out, log in again, and delete the wallet within five minutes.',
  notRecovered: 'Only a browser that has the keys of your wallet can do that.',
  tooMany: 'Too many attempts. Try again later.',
  wait: 'A code was mailed a moment ago. Try again in {seconds} s.',
  doneTitle: 'Your wallet is deleted',
  doneText: 'Nothing of it is left here. Your phrase still opens your accounts in other wallets.',
  close: 'Done',
})
