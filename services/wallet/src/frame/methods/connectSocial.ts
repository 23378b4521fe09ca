import { connectSocial as method } from '@latchkey/protocol/frame'
import { finishLogin } from '../social/finishLogin.ts'
import { readDone } from '../social/readDone.ts'
import { proved } from '../wallet/proved.ts'
import { answer } from './answer.ts'

/** Finishes a login at a company. */
export const connectSocial = answer(method, async (wallet, { uri }, { signal }) => ({ action: await proved(wallet, await finishLogin(wallet, readDone(uri, wallet.socials.origin), signal), signal) }))
