import { defineMessages } from '@latchkey/words/messages'

/** The word on the Account screen. */
export const messages = defineMessages('nameInvitation', { choose: 'Choose a name' })
