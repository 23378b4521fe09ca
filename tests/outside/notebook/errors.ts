import { defineMessages } from '@latchkey/words/messages'

export const errors = defineMessages('error', { notebookFull: 'The notebook has no page left' })
