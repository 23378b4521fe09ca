import { defineMessages } from '@latchkey/words/messages'

export const messages = defineMessages('contacts', {
  title: 'Address book',
  emptyTitle: 'Nobody here yet',
  emptyText: 'Names that you give to addresses stay on this device.',
  add: 'Add an address',
  edit: 'Edit {name}',
  editTitle: 'Edit address',
  label: 'Name',
  address: 'Address',
  addressHint: 'Address or name',
  save: 'Save',
  remove: 'Delete',
  labelEmpty: 'Enter a name',
  labelTaken: 'Someone else has this name.',
  addressInvalid: 'This is not an address.',
  addressTaken: 'This address has a name already.',
  full: 'The address book is full.',
})
