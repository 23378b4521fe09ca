import { defineMessages, plural } from '@latchkey/words/messages'

/** Texts of the approvals. */
export const messages = defineMessages('approve', {
  messageTitle: 'Sign message',
  signInTitle: 'Sign in',
  typedDataTitle: 'Sign data',
  transactionTitle: 'Confirm transaction',

  claims: 'calls itself “{name}”',
  insecure: 'Not a secure connection',
  account: 'Account',
  network: 'Network',
  message: 'Message',
  bytes: plural('This is not text. {count} byte:', 'This is not text. {count} bytes:'),
  hiddenTitle: 'Hidden characters',
  hiddenText:
    'This message has characters that cannot be seen or that change its order. They are shown by their codes.',

  approve: 'Approve',
  sign: 'Sign',
  signIn: 'Sign in',
  reject: 'Reject',
  wait: 'Wait a moment',
  covered: 'Something covers this window. Move it away to go on.',
  away: 'Click or tap here to go on.',
  small: 'This window is too small. Make it larger to go on.',
  unread: 'Scroll to the end to go on.',
  understand: 'I understand the risk and want to go on.',

  domainTitle: 'This sign-in is for another site',
  domainText:
    'You are on {host}, but this message signs you in at {domain}. Whoever gets it can act as you there.',
  malformedTitle: 'Not a proper sign-in',
  malformedText: 'It reads like a sign-in, but does not have the form of one. It may mislead you.',
  addressTitle: 'This sign-in names another account',
  addressText: 'It is for {address}, which is not the account that signs.',
  signInChainTitle: 'This sign-in names another network',
  signInChainText: 'It names network {chain}, but you are on {network}.',
  timeTitle: 'This sign-in is out of time',
  timeText: 'By its own words it is over already, or begins later. The site should make a new one.',
  resourcesTitle: 'This sign-in asks for more',
  resourcesText:
    'It lists resources that the site may get access to. They stand at the end of the message.',
  signInSite: 'Sign in to',
  statement: 'Statement',
  wholeMessage: 'Whole message',

  hashTitle: 'You cannot read what this approves',
  hashText:
    'This may stand for something else, such as a transaction, an order or a login, which nobody can tell from it. Sign only if you know exactly where it comes from.',
  item: 'Item {index}',
})
