import { approve, pay, swap, transfer, wrap } from './actions.ts'
import { createActionLog, type ActionLog } from './createActionLog.ts'
import { historyMonths, month } from './historyOfFirst.ts'

/**
 * The history on chain 31338: a few actions.
 * @param start seconds since 1970, fourteen months before the bake
 */
export function historyOfSecond(start: number): ActionLog {
  const actionLog = createActionLog()
  const note = (inMonth: number, action: Parameters<ActionLog['at']>[1]) =>
    actionLog.at(start + inMonth * month, action)
  note(0.01, transfer('deployer', 'exchange', 'USDC', '100240.5'))
  note(0.02, transfer('deployer', 'exchange', 'DAI', '40118.3'))
  note(0.4, pay('exchange', 'everyday user', '0.8127'))
  note(1.2, transfer('exchange', 'everyday user', 'USDC', '312.44'))
  note(2.1, pay('exchange', 'trader', '9.4402'))
  note(3.3, swap('trader', 'ETH', '1.2', 'USDC'))
  note(4.6, approve('everyday user', 'USDC'))
  note(4.61, swap('everyday user', 'USDC', '60.5', 'DAI'))
  note(6.2, wrap('everyday user', '0.05'))
  note(8.7, pay('everyday user', 'friend', '0.0144'))
  note(9.4, pay('exchange', 'whale', '77.2014'))
  note(11.1, transfer('exchange', 'collector', 'DAI', '44.19'))
  note(12.5, swap('trader', 'ETH', '0.31', 'DAI'))
  note(historyMonths - 0.002, transfer('exchange', 'everyday user', 'USDC', '41.07'))
  return actionLog
}
