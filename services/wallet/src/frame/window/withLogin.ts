import { getUser, openSettings, rpcRequest, updateEmail } from '@latchkey/protocol/frame/frame'
import { isFault } from '../bridge/Fault.ts'
import type { Request } from '../bridge/servePort.ts'
import { logInHere } from '../wallet/logInHere.ts'
import { readConnected } from '../wallet/consent.ts'
import type { Wallet } from '../wallet/Wallet.ts'

/** Requests that need a login. */
const methodsWithLogin: ReadonlySet<string> = new Set([
  getUser.name,
  rpcRequest.name,
  openSettings.name,
  updateEmail.name,
])

/**
 * Runs the handler of a request. If there is no login any more, the visitor logs in first.
 * @throws Fault 4001 when the visitor declines
 */
export async function withLogin<result>(
  wallet: Wallet,
  name: string,
  { signal }: Pick<Request, 'signal'>,
  run: () => Promise<result>,
): Promise<result> {
  if (!methodsWithLogin.has(name)) return run()
  if (!(await readConnected(wallet))) await logInHere(wallet, {}, signal)
  try {
    return await run()
  } catch (error) {
    // the server reports that the login was ended elsewhere
    if (!isFault(error, 'loginRequired')) throw error
    await logInHere(wallet, {}, signal)
    return run()
  }
}
