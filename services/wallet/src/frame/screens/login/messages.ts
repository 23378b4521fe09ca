import { defineMessages } from '@latchkey/words/messages'

/** Texts of the login in the wallet's own window. */
export const messages = defineMessages('login', {
  title: 'Log in',
  knownHeading: 'Continue as {name}?',
  knownCompany: 'Continue with your login of {company}?',
  knownName: 'Your name there: {name}',
  signsIn: 'Logging in here also signs you in to {site}, by one signature of its own sign-in text.',
  maySignIn:
    'If {site} asks for it, logging in here also signs you in there, by one signature of its own sign-in text.',
  siteText:
    'The site learns this account’s addresses, balances and e-mail address. It can’t move anything without asking you here.',
  go: 'Continue',
  other: 'Use another login',
  chooseHeading: 'Log in to your wallet',
  email: 'Email address',
  emailWrong: 'That is not an email address.',
  send: 'Send code',
  codeHeading: 'Enter the code',
  codeText: 'We sent it to {email}. Type it only here, and never on a site.',
  farcasterHeading: 'Scan with Farcaster',
  farcasterText: 'Or open it on this device.',
  farcasterOpen: 'Open Farcaster',
  linkHeading: 'Approve this browser',
  linkText: 'It is new to your wallet. Open the link that we sent by email, and come back here.',
})
