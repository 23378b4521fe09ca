import { connectDevice, connectFarcaster, getFarcasterUri } from '@latchkey/protocol/frame/site'
import { isPageLink } from '@latchkey/protocol/links'
import * as times from '@latchkey/protocol/times'
import type { ConnectStep } from '../../../core/contracts/connectorSource.ts'
import { kitError } from '../../../core/errors/errors.ts'
import type { Kit } from '../../../core/kit/kit.ts'
import { KitError } from '../../../core/errors/KitError.ts'
import type { Frame } from '../createFrame.ts'
import { contextOf } from '../../../core/kit/context.ts'

type Attempt = { kit: Kit; frame: Frame; signal: AbortSignal; onStep: (step: ConnectStep) => void }

/**
 * Logs in by Farcaster: reports the link for a phone to scan or open, and waits for the approval
 * there. On a browser that is new to the account, it also waits until the visitor has approved a
 * mailed link.
 * @throws KitError pairingExpired when nothing was approved in time, answerInvalid, and the errors
 *   of the frame
 */
export async function logInByFarcaster({ kit, frame, signal, onStep }: Attempt): Promise<void> {
  const { url, expiresAt = Infinity } = await frame.request(getFarcasterUri, undefined, { signal })
  if (!isPageLink(url))
    throw kitError('answerInvalid', { details: 'The link to Farcaster is not that of a page' })
  onStep({
    type: 'pairing',
    uri: url,
    expiresAt: Math.min(expiresAt, contextOf(kit).clock.now() + times.pairing),
    isReady: true,
  })
  const { action } = await frame
    .request(connectFarcaster, undefined, { signal })
    .catch((error: unknown) => {
      throw KitError.is(error, 'codeExpired') ? kitError('pairingExpired', { cause: error }) : error
    })
  if (action !== 'VERIFY_DEVICE') return onStep({ type: 'windowDone' })
  onStep({ type: 'linkSent' })
  await frame.request(connectDevice, undefined, { signal })
}
