import { defineMessages } from '@latchkey/words/messages'

/** Texts of the end of permissions. */
export const messages = defineMessages('sessionEnd', {
  title: 'End a permission',
  lead: 'From then on this site can’t do this any more:',
  leadOf: 'From then on {origin} can’t do this any more:',
  stays: 'What was taken before is not undone. The site can ask you again.',
  unpaid: 'If you go on, you pay the network fee yourself.',
  action: 'End it',
})
