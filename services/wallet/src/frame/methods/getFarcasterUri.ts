import { getFarcasterUri as method } from '@latchkey/protocol/frame/frame'
import { startFarcaster } from '@latchkey/protocol/walletServer'
import { asLoginFault } from '../social/asLoginFault.ts'
import { beginLogin } from '../wallet/beginLogin.ts'
import { answer } from './answer.ts'

/** Begins a login by Farcaster. */
export const getFarcasterUri = answer(method, async (wallet, _, { signal }) => {
  const { uri, expiresAt } = await asLoginFault(
    wallet.server.call(
      startFarcaster,
      {
        projectId: wallet.settings.projectId,
        origin: wallet.site.origin,
        locale: wallet.language.chosen(),
      },
      { signal },
    ),
  )
  await beginLogin(wallet, { kind: 'farcaster' })
  const { now } = wallet.server
  // by the visitor's clock, which the page uses
  return { url: uri, expiresAt: now ? expiresAt - now() + Date.now() : expiresAt }
})
