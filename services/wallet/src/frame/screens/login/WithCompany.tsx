import type { LoginOutcome } from '@latchkey/protocol/walletServer'
import type { WalletSocial } from '@latchkey/protocol/socials'
import { leaveForCompany, takeReturned } from '../../social/leaveForCompany.ts'
import type { Wallet } from '../../wallet/Wallet.ts'
import { useMessages } from '../../words/useMessages.ts'
import { messages as joinMessages } from '../join/messages.ts'
import { useTask } from './useTask.ts'

type Props = {
  wallet: Wallet
  provider: WalletSocial
  onOutcome: (outcome: LoginOutcome) => Promise<void>
  onFail: (error: unknown) => void
}

/** Goes to the company's page in this window, and finishes the login after the return. */
export function WithCompany({ wallet, provider, onOutcome, onFail }: Props) {
  const words = useMessages(joinMessages)
  useTask(async (signal) => {
    const outcome = await takeReturned(wallet, signal)
    if (outcome) return onOutcome(outcome)
    await leaveForCompany(wallet, provider, signal)
  }, onFail)
  return (
    <p className="screen-loading" role="status">
      {words.working}
    </p>
  )
}
