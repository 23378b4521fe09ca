import { defineMessages } from '../../../i18n/messages.ts'

/** The word on the Account screen. */
export const messages = defineMessages('nameInvitation', { choose: 'Choose a name' })
