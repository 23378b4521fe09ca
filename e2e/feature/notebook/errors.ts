import { defineMessages } from '../../i18n/messages.ts'

export const errors = defineMessages('error', { notebookFull: 'The notebook has no page left' })
