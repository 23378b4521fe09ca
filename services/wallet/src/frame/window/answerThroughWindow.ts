import {
  connectEmail,
  connectWindow,
  getFarcasterUri,
  getSocialRedirectUri,
  rpcRequest,
} from '@latchkey/protocol/frame/frame'
import { isRecord, partsOf } from '@latchkey/protocol/isObject'
import * as v from 'valibot'
import { canDetectCover } from '../approve/canDetectCover.ts'
import { fault, isFault } from '../bridge/Fault.ts'
import type { OpenRequests, Request } from '../bridge/servePort.ts'
import type { Answer } from '../methods/answer.ts'
import type { Stage } from '../stage/createStage.ts'
import { restoreOwnDevice } from '../wallet/windowDevice.ts'
import { readConsent } from '../wallet/consent.ts'
import { readNamedAccount } from '../wallet/namedAccount.ts'
import type { NamedAccount } from '../wallet/namedAccount.ts'
import { readNetwork, wireChainOf } from '../wallet/network.ts'
import type { Wallet } from '../wallet/Wallet.ts'
import type { WindowClient } from './createWindowClient.ts'

export { createWindowClient } from './createWindowClient.ts'

/**
 * Answers a request of a site that is not the operator's own.
 * - A request that needs no screen is answered in the frame, and so is a sign-in for the
 *   site's own domain.
 * - Any other request is answered in the wallet's own window, which no site can cover. The
 *   frame's handler stops where it would show its first screen, and the window answers the
 *   request.
 */
export async function answerThroughWindow(
  wallet: Wallet,
  client: WindowClient,
  {
    answer,
    payload,
    request,
    open,
  }: { answer: Answer; payload: unknown; request: Request; open: OpenRequests },
): Promise<unknown> {
  if (answer.name === connectEmail.name) return connectByEmail(wallet, client, payload, request)
  // Refused: a site could begin a login itself, and show its QR code to the visitor, who would
  // approve the site's login.
  if (answer.name === getFarcasterUri.name) throw fault('loginNotOffered')
  if (answer.name === getSocialRedirectUri.name) await restoreOwnDevice(wallet)
  if (answer.name !== connectWindow.name) {
    try {
      return await answer.run(
        { ...wallet, stage: inPage(wallet.stage, await readNamedAccount(wallet)) },
        payload,
        request,
        open,
      )
    } catch (error) {
      if (!isFault(error, 'windowNeeded')) throw error
    }
  }
  if (answer.name === connectWindow.name) return connect(wallet, client, payload, request)
  return client.ask(answer.name, await withNetwork(wallet, answer.name, payload), request)
}

/** Logs in through the window. */
async function connect(
  wallet: Wallet,
  client: WindowClient,
  parameters: unknown,
  request: Request,
): Promise<unknown> {
  const result = await client.ask(connectWindow.name, parameters, request)
  // the window has shown the sign-in to the visitor
  wallet.freshLogin.isOpen = partsOf(parameters)['signIn'] !== false
  return result
}

/**
 * Logs in through the window for a site that requests a code: a code that is typed in the
 * site's page could be used elsewhere. `CONNECT_OTP` then has nothing to check.
 */
async function connectByEmail(
  wallet: Wallet,
  client: WindowClient,
  payload: unknown,
  request: Request,
): Promise<unknown> {
  const params = v.safeParse(connectEmail.params, payload)
  if (!params.success) throw fault('invalidParams')
  const email = params.output.email.trim()
  const user =
    (await readConsent(wallet)) === undefined
      ? undefined
      : await wallet.session.read(request.signal)
  const isKnown =
    user !== undefined &&
    user.email === email.toLowerCase() &&
    (await readConsent(wallet)) === user.userId
  return isKnown ? { action: 'CONNECT' } : connect(wallet, client, { email }, request)
}

/**
 * The stage in the site's page. A screen that may not be shown in the page ends the handler with
 * `windowNeeded`.
 */
const inPage = (stage: Stage, named: NamedAccount | undefined): Stage => ({
  ...stage,
  async ask(options) {
    // the frame has no keys for an account that only the site names
    if (options.isForPage && canDetectCover() && !named) return stage.ask(options)
    throw fault('windowNeeded')
  },
})

/**
 * Adds the network that the frame uses for this site. The window only knows the network that it
 * used last.
 */
async function withNetwork(wallet: Wallet, name: string, payload: unknown): Promise<unknown> {
  if (name !== rpcRequest.name || !isRecord(payload) || payload['chainId'] !== undefined)
    return payload
  return { ...payload, chainId: wireChainOf((await readNetwork(wallet)).networkId) }
}
