import { connectSocial as method } from '@latchkey/protocol/frame/frame'
import { fault } from '../bridge/Fault.ts'
import { finishLogin } from '../social/finishLogin.ts'
import { readDone } from '../social/readDone.ts'
import { requireAttempt } from '../wallet/attempt.ts'
import { finishProvedLogin } from '../wallet/finishProvedLogin.ts'
import { answer } from './answer.ts'

/** Finishes a login that this site has begun at a company. */
export const connectSocial = answer(method, async (wallet, { uri }, { signal }) => {
  const done = readDone(uri, wallet.socials.origin)
  const { id, isPage } = await requireAttempt(wallet, 'social')
  if (done.id !== id) throw fault('codeExpired')
  // A login in a window gets its result only from the service's page, because anyone could have
  // made the address in `uri`.
  return {
    action: await finishProvedLogin(
      wallet,
      'social',
      await finishLogin(wallet, isPage ? done : { id }, signal),
      signal,
    ),
  }
})
