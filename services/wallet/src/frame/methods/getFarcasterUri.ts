import { getFarcasterUri as method } from '@latchkey/protocol/frame/frame'
import { startFarcaster } from '@latchkey/protocol/walletServer'
import { offered } from '../social/offered.ts'
import { beginLogin } from '../wallet/beginLogin.ts'
import { answer } from './answer.ts'

/** Begins a login by Farcaster. */
export const getFarcasterUri = answer(method, async (wallet, _, { signal }) => {
  const { uri, expiresAt } = await offered(
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
  // by the visitor's clock, which the page counts by
  return { url: uri, expiresAt: now ? expiresAt - now() + Date.now() : expiresAt }
})
