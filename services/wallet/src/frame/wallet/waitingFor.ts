import type { Request } from '../bridge/servePort.ts'
import type { Wallet } from './Wallet.ts'

/**
 * The wallet for the handler of one request. From its first screen on, the request is marked
 * as waiting for the visitor.
 */
export function waitingFor(wallet: Wallet, { wait }: Pick<Request, 'wait'>): Wallet {
  const ask: Wallet['stage']['ask'] = (options) => {
    wait()
    return wallet.stage.ask(options)
  }
  return { ...wallet, stage: { ...wallet.stage, ask } }
}
