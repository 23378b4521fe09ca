import { defineMessages } from '@latchkey/words/messages'

/**
 * Texts for the approval of typed data, and for effects that no transaction has. `{given}` and
 * `{taken}` include their units.
 */
export const messages = defineMessages('signature', {
  unknownTitle: 'What this allows is not known',
  unknownText:
    'The wallet does not know this kind of data. Your signature may give others what you have. Sign only if you trust the site and understand every field.',
  anyContractTitle: 'For every application',
  anyContractText: 'The signature names no contract, so it counts at each one that accepts it.',
  permitNote: 'Signing this costs no fee, and lets another take tokens without asking you again.',
  ownerTitle: 'This permit names another account',
  ownerText:
    'It gives away what another account has, so your signature is of no use to an honest site.',
  contractTitle: 'This is not the known Permit2',
  contractText:
    'It has the form of a Permit2 permit, but is for another contract, which may do more with it than is told here.',
  chainTitle: 'This is for another network',
  chainText: 'The signature is for chain {chain}, but you are on {network}.',
  noChainTitle: 'For every network',
  noChainText: 'The signature names no network, so it counts on each one where it is accepted.',
  contract: 'Contract',
  version: 'Version',
  salt: 'Salt',
  application: 'Named application',
  allData: 'All data',
  dataName: 'Kind of data',

  signedWhy: 'Anyone who has your signature can carry this out without asking you again. {when}',
  trade: 'Offer {given} for at least {taken}',
  giveAway: 'Give away {given}',
  giveAwayWhy: 'This order does not promise you anything in return.',
  anyPiece: 'any piece of {name}',
  act: 'Let others act as you',
  safe: 'Approve a transaction of your Safe',
  safeWhy: 'Your signature counts as the approval of one owner.',
  safeControl: 'Give a contract full control of your Safe',
  safeControlWhy:
    'The contract runs its code as the Safe itself. It can take everything from it and replace its owners.',
  cancel: 'Cancel an earlier signature',
})
