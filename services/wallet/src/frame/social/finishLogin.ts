import { finishSocial } from '@latchkey/protocol/walletServer'
import type { LoginOutcome } from '@latchkey/protocol/walletServer'
import type { Wallet } from '../wallet/Wallet.ts'
import type { Done } from './readDone.ts'

/**
 * Finishes a login at a company on the server. The result came in the address of the whole page, or
 * from the service's page.
 * @throws Fault codeExpired, socialRefused
 */
export async function finishLogin(
  wallet: Wallet,
  { id, result }: Done,
  signal?: AbortSignal,
): Promise<LoginOutcome> {
  return wallet.server.call(
    finishSocial,
    { id, result: result ?? (await wallet.socials.take(id, signal)), origin: wallet.site.origin },
    { signal },
  )
}
