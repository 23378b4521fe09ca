import { readShape } from '@latchkey/protocol/border'
import { loginsPath, walletLogins } from '@latchkey/protocol/walletServer'
import { kitError } from '../../core/errors/errors.ts'
import { requestJson } from '../../core/http/http.ts'
import type { Kit } from '../../core/kit/kit.ts'
import { ownUrl } from '../../core/options/ownUrl.ts'
import { writeStored } from '../../core/storage/storage.ts'
import { loginsOwner } from './loginsOwner.ts'
import { contextOf } from '../../core/kit/context.ts'

/**
 * Fetches the login methods of the wallet's service, and stores them. `GET /v1/logins`
 * (docs/contracts/wallet-server.md#logins-route)
 * @throws KitError as {@link requestJson}, answerInvalid
 */
export async function fetchLogins(kit: Kit): Promise<void> {
  const { clock, fetch, options } = contextOf(kit)
  const url = new URL(ownUrl(options.services?.wallet ?? '').replace(/\/$/, '') + loginsPath)
  if (options.projectId !== undefined) url.searchParams.set('projectId', options.projectId)
  const answer = await requestJson({ clock, fetch }, { method: 'GET', url: url.href })
  try {
    writeStored(contextOf(kit).storage.raw, 'wallet-logins', {
      owner: loginsOwner(kit),
      ...readShape(walletLogins, answer),
    })
  } catch (cause) {
    throw kitError('answerInvalid', { cause })
  }
}
