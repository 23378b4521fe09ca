import { isSameAddress } from '@latchkey/protocol/address'
import * as times from '@latchkey/protocol/times'
import { kitError } from '../../core/errors/errors.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { KitError } from '../../core/errors/KitError.ts'
import type { SiwxMessage, SiwxMessageData, SiwxSession } from '../../core/contracts/siwx.ts'
import { accountOf } from '../../core/kit/state.ts'
import type { Account } from '../../core/kit/state.ts'
import { track } from '../../core/kit/track.ts'
import { withLimit } from '../../core/errors/withLimit.ts'
import { recordSignedIn } from './checkSignIn.ts'
import { endOf } from './sessionEnd.ts'
import { siwxOf, timeOf } from './siwxOf.ts'
import { contextOf } from '../../core/kit/context.ts'

type Options = { signal?: AbortSignal }

/** A sign-in before the wallet has signed it. */
export type PreparedSignIn = {
  account: Account
  /** The values of the message. */
  data: SiwxMessageData
  message: string
}

/** The maximum length of a message, in characters. A wallet could not show a longer message. */
const maxTextLength = 10_000
const fields = [
  'chainId',
  'accountAddress',
  'domain',
  'uri',
  'version',
  'nonce',
  'statement',
  'issuedAt',
  'expirationTime',
  'notBefore',
  'requestId',
  'resources',
] as const satisfies readonly (keyof SiwxMessageData)[]

/**
 * Requests the message from the site by which the current account signs in.
 * @throws KitError siwxDisabled, addressMissing, httpTimeout, answerInvalid for a message of
 *   another account; the errors of the site's function
 */
export async function prepareSignIn(kit: Kit, { signal }: Options = {}): Promise<PreparedSignIn> {
  const siwx = siwxOf(kit)
  const account = accountOf(kit.getState())
  if (!account) throw kitError('addressMissing')
  const made = await limited(kit, signal, async () =>
    siwx.createMessage({ chainId: account.networkId, accountAddress: account.address }),
  )
  return { account, ...readMessage(made, account) }
}

/**
 * Requests the wallet to sign a message, and gives the session to the site.
 * @throws KitError signatureDeclined; requestAborted if the wallet uses another account by now; the
 *   errors of the wallet and of the site's function
 */
export async function signPrepared(
  kit: Kit,
  { account, data, message }: PreparedSignIn,
  { signal }: Options = {},
): Promise<SiwxSession> {
  const { networkId, accountId } = account
  try {
    // checked, because the wallet signs with its current account, whatever the message says
    if (accountOf(kit.getState())?.accountId !== accountId)
      throw kitError('requestAborted', { details: 'The wallet uses another account now' })
    const session = {
      data,
      message,
      signature: await kit.signMessage({ message, ...(signal && { signal }) }),
    }
    await limited(kit, signal, async () => siwxOf(kit).addSession(session))
    const now = timeOf(kit)
    recordSignedIn(kit, account, endOf([session], account, now) ?? now)
    track(kit, { name: 'signedIn', networkId })
    return session
  } catch (error) {
    const failure = KitError.is(error, 'userRejected')
      ? kitError('signatureDeclined', { cause: error })
      : error
    track(kit, {
      name: 'signInFailed',
      networkId,
      reason: KitError.is(failure) ? failure.code : 'somethingWrong',
    })
    throw failure
  }
}

/**
 * Signs the current account in: creates the message, requests the wallet's signature, and gives the
 * session to the site.
 * @throws KitError those of `prepareSignIn` and `signPrepared`
 */
export async function signIn(kit: Kit, options: Options = {}): Promise<SiwxSession> {
  return signPrepared(kit, await prepareSignIn(kit, options), options)
}

/** Runs a function of the site, with the time limit of a request. */
function limited<value>(
  kit: Kit,
  signal: AbortSignal | undefined,
  task: () => Promise<value>,
): Promise<value> {
  return withLimit(task, {
    ms: times.httpRequest,
    clock: contextOf(kit).clock,
    ...(signal && { signal }),
    onTimeout: () => kitError('httpTimeout'),
  })
}

/**
 * Reads the text and the values of a site's message.
 * @throws KitError answerInvalid if the message is no text, or is for another account
 */
export function readMessage(
  made: SiwxMessage,
  { networkId, address }: Pick<Account, 'networkId' | 'address'>,
): Pick<PreparedSignIn, 'data' | 'message'> {
  const message = typeof made === 'object' && made !== null ? String(made) : ''
  if (message === '' || message === '[object Object]' || message.length > maxTextLength)
    throw kitError('answerInvalid', {
      details: 'createMessage() gave no message with a toString()',
    })
  if (made.chainId !== networkId || !isSameAddress(String(made.accountAddress), address))
    throw kitError('answerInvalid', {
      details: 'createMessage() gave the message of another account',
    })
  const data = Object.fromEntries(
    fields.flatMap((name) => (made[name] === undefined ? [] : [[name, made[name]]])),
  ) as unknown as SiwxMessageData // `fields` lists the fields of that type
  return { data, message }
}
