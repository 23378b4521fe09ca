import { getSocialRedirectUri as method } from '@latchkey/protocol/frame/frame'
import { startSocial } from '@latchkey/protocol/walletServer'
import { asLoginFault } from '../social/asLoginFault.ts'
import { beginLogin } from '../wallet/beginLogin.ts'
import { answer } from './answer.ts'

/** Begins a login at a company. */
export const getSocialRedirectUri = answer(
  method,
  async (wallet, { provider, returnTo }, { signal }) => {
    const { projectId } = wallet.settings
    const { id, uri } = await asLoginFault(
      wallet.server.call(
        startSocial,
        {
          provider,
          projectId,
          origin: wallet.site.origin,
          locale: wallet.language.chosen(),
          ...(returnTo !== undefined && { returnTo }),
        },
        { signal },
      ),
    )
    wallet.socials.expect(id)
    await beginLogin(wallet, { kind: 'social', id, isPage: returnTo !== undefined })
    return { uri }
  },
)
