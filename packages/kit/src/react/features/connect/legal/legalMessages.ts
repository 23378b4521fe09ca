import { defineMessages } from '@latchkey/words/messages'

/**
 * The names of a site's terms, and the sentences about them. They are loaded only on sites with
 * terms or with a disclaimer.
 */
export const legalMessages = defineMessages('connect', {
  terms: 'terms of service',
  privacy: 'privacy policy',
  connectingBoth: 'By connecting a wallet, you agree to the {terms} and the {privacy}.',
  connectingTerms: 'By connecting a wallet, you agree to the {terms}.',
  connectingPrivacy: 'By connecting a wallet, you agree to the {privacy}.',
  agreeBoth: 'I agree to the {terms} and the {privacy}.',
  agreeTerms: 'I agree to the {terms}.',
  agreePrivacy: 'I agree to the {privacy}.',
  agreeFirst: 'Tick this first to choose how to connect.',
})
