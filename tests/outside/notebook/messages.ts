import { defineMessages } from '@latchkey/words/messages'

export const messages = defineMessages('notebook', {
  title: 'Notebook',
  note: 'Note {count}',
  add: 'Add a note',
  save: 'Save',
  saving: 'Saving',
  rules: 'House rules',
  accept: 'Accept',
})
