/**
 * An error's sentence, with placeholders. `number` is the code that a standard defines for it; the
 * site then gets this code.
 */
export type FaultEntry = { sentence: string; number?: number }

/**
 * Every error that a site can get, by code. With `number` the site gets this number (EIP-1193,
 * EIP-1474), else the code. docs/contracts/frame.md#errors
 */
export const faults = {
  emailCooldown: { sentence: 'Please try again after {seconds} seconds' },
  tooManyRequests: { sentence: 'Too many attempts. Try again later.' },
  codeWrong: { sentence: 'That code is not right.' },
  codeExpired: { sentence: 'That code has expired.' },
  codeSpent: { sentence: 'That code was tried too often. Ask for a new one.' },
  emailInvalid: { sentence: 'That is not an e-mail address.' },
  emailTaken: { sentence: 'Another account has that address already.' },
  notRecovered: { sentence: 'Only a browser that has the keys of the wallet can do that.' },
  loginTooOld: { sentence: 'Log in again first.' },
  deviceRefused: { sentence: 'The login was refused from the link in the mail.' },
  loginNotOffered: { sentence: 'This login is not offered here.' },
  socialRefused: { sentence: 'The login was refused at the company.' },
  socialUntrusted: { sentence: 'The login came back from an address that is not the wallet’s.' },
  loginRequired: { sentence: 'Log in to the wallet first.' },
  originRefused: { sentence: 'This site may not use the wallet.' },
  storageBlocked: {
    sentence:
      'This browser keeps no data for the wallet here, and without it the wallet has no keys.',
  },
  shareMissing: { sentence: 'This browser was signed out of the wallet.' },
  accountExists: { sentence: 'The account exists already.' },
  accountDiffers: { sentence: 'The recovered keys are not those of this account.' },
  proofWrong: { sentence: 'That password is not right.' },
  methodNotOffered: { sentence: 'This way of recovery is not offered.' },
  unavailable: { sentence: 'The wallet does not answer right now. Try again.' },
  vaultClosed: { sentence: 'The vault is not open yet.' },
  networkNotFound: { sentence: 'Network not found' },
  rpcNotAllowed: { sentence: 'Requested RPC call is not allowed' },
  actionNotAllowed: { sentence: 'Action not allowed' },
  requestAborted: { sentence: 'Request was aborted' },
  windowNeeded: { sentence: 'This is asked in the wallet’s own window.' },
  somethingWrong: { sentence: 'Something went wrong' },
  offline: {
    sentence: 'No internet connection detected. Please restart your network and try again.',
  },
  httpFailed: { sentence: 'HTTP request failed.' },
  httpTimeout: { sentence: 'The request took too long to respond.' },
  answerInvalid: { sentence: 'The service answered in an unknown form' },
  userRejected: { sentence: 'The request was declined in the wallet.', number: 4001 },
  unauthorized: { sentence: 'The wallet has not authorised this site for that.', number: 4100 },
  unsupportedMethod: { sentence: 'The wallet does not support this method.', number: 4200 },
  switchChain: { sentence: 'The wallet does not know this network.', number: 4902 },
  messageInvalid: { sentence: 'The wallet does not understand this message.', number: -32600 },
  versionUnsupported: {
    sentence: 'The wallet does not speak this version of its protocol.',
    number: -32006,
  },
  methodNotFound: { sentence: 'The wallet does not know this request.', number: -32601 },
  invalidParams: { sentence: 'The wallet calls the parameters invalid.', number: -32602 },
  limitExceeded: { sentence: 'The wallet allows no more requests right now.', number: -32005 },
  capabilityUnsupported: {
    sentence: 'The wallet lacks a capability that the site requires.',
    number: 5700,
  },
  callsChainUnsupported: { sentence: 'The wallet does not serve this network.', number: 5710 },
  callsDuplicate: { sentence: 'There is a batch with this id already.', number: 5720 },
  callsUnknown: { sentence: 'The wallet knows no batch with this id.', number: 5730 },
  callsTooMany: { sentence: 'The batch has too many calls.', number: 5740 },
  atomicUnsupported: {
    sentence: 'The wallet can’t make several calls stand or fall together.',
    number: 5760,
  },
  sponsorRefused: {
    sentence: 'The paymaster that the site names does not pay for these calls.',
    number: -32003,
  },
  transactionRejected: { sentence: 'The transaction was rejected.', number: -32003 },
} as const satisfies Record<string, FaultEntry>

/** A code of the table. */
export type FaultCode = keyof typeof faults
