import { defineMessages } from '@latchkey/words/messages'

export const messages = defineMessages('recipient', {
  looking: 'Looking up the name',
  wrongChecksum: 'A letter of this address is wrong. Copy it again.',
  notAName: 'This is not a name.',
  notAnAddress: 'This is neither an address nor a name.',
  otherNetwork: 'This is for another network.',
  nobody: 'Nobody has this name.',
  unavailable: 'Names cannot be looked up here. Enter an address.',
  failed: 'The name could not be looked up.',
})
