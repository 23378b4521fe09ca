import { defineMessages } from '@latchkey/words/messages'

/** The text on the Account screen. */
export const messages = defineMessages('nameInvitation', { choose: 'Choose a name' })
