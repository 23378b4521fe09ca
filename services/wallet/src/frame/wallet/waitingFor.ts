import type { Request } from '../bridge/servePort.ts'
import type { Wallet } from './Wallet.ts'

/**
 * The wallet for the answer to one request, which waits for the visitor from its first screen on.
 */
export function waitingFor(wallet: Wallet, { wait }: Pick<Request, 'wait'>): Wallet {
  const ask: Wallet['stage']['ask'] = (options) => {
    wait()
    return wallet.stage.ask(options)
  }
  return { ...wallet, stage: { ...wallet.stage, ask } }
}
