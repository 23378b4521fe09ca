import { defineMessages } from '@latchkey/words/messages'

/** Texts of the question before a site changes the address. */
export const messages = defineMessages('emailChange', {
  title: 'Change your address',
  heading: 'Let this site change your address?',
  now: 'Address now',
  wanted: 'New address',
  note: 'You confirm it with codes that we mail to you. Enter them at this site only if you want the change.',
  agree: 'Agree',
  reject: 'Reject',
})
