import { defineMessages } from '../../../i18n/messages.ts'

/** The text on the Account screen. */
export const messages = defineMessages('nameInvitation', { choose: 'Choose a name' })
