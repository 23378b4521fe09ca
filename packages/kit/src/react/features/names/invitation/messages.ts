import { defineMessages } from '@latchkey/words/messages'

/** The text of the link on the Account screen. */
export const messages = defineMessages('nameInvitation', { choose: 'Choose a name' })
