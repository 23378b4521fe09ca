import type { WalletError } from '@latchkey/protocol/rpc'
import type { ErrorCode } from '../../core/errors/errors.ts'
import { defineMessages } from '@latchkey/words/messages'

/** The text for each error code of a wallet: the problem, and a possible solution. */
const texts = {
  parse: '{wallet} could not read the request. Updating it may help.',
  invalidRequest: '{wallet} could not read the request. Updating it may help.',
  methodNotFound: '{wallet} cannot do this. Another wallet may.',
  invalidParams: '{wallet} did not accept the details of the request.',
  internal: '{wallet} had a problem of its own. Trying again often helps.',
  invalidInput: '{wallet} did not accept the details of the request.',
  resourceNotFound: '{wallet} could not find what was asked for.',
  resourceUnavailable: '{wallet} already has a request open. Answer it there first.',
  transactionRejected: '{wallet} did not take the transaction. Nothing was sent.',
  methodNotSupported: '{wallet} cannot do this. Another wallet may.',
  limitExceeded: '{wallet} has too much to do right now. Try again in a minute.',
  versionUnsupported: '{wallet} is too old for this. Updating it may help.',
  userRejected: 'Rejected in {wallet}. Try again?',
  unauthorized: '{wallet} is locked, or has not allowed this site. Open it, then try again.',
  unsupportedMethod: '{wallet} cannot do this. Another wallet may.',
  providerDisconnected: '{wallet} is not connected any more. Connect it again.',
  chainDisconnected: '{wallet} cannot reach this network right now.',
  switchChain: '{wallet} does not know this network. Add it in its settings.',
  unknown: '{wallet} reported a problem. Trying again often helps.',
  transactionExpired:
    'It took too long in {wallet}, and the transaction expired. Nothing was sent.',
  transactionChanged: '{wallet} signed another transaction than this one. We did not send it.',
  walletTimeout: '{wallet} did not answer in time. Open it to see whether it needs you.',
  packageMissing: 'This site cannot use {wallet} yet.',
} as const satisfies { [code in WalletError]: string } & { [code in ErrorCode]?: string }

export const walletMessages = defineMessages('wallet', texts)
