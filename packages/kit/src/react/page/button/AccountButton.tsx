import { accountFace } from './accountFace.tsx'
import type { AccountParts } from './accountFace.tsx'
import { ButtonGuard } from './ButtonGuard.tsx'
import { PageButton } from './PageButton.tsx'
import type { Responsive } from './responsive.ts'
import { useButtonAccount, useButtonNetwork } from './useConnectButton.ts'
import { useWords } from './words.ts'

type Props = {
  /** @default 'regular' */ size?: 'regular' | 'compact'
  /** What shows of the account. @default 'full' */ account?: Responsive<AccountParts>
  /** Its balance of the network's own coin, requested every 30 s. @default false */ balance?: Responsive<boolean>
}

/** The connected account; a press opens the account screen. Shows nothing while no wallet is connected. */
export function AccountButton(props: Props) {
  return <ButtonGuard view="Account"><Button {...props} /></ButtonGuard>
}

function Button({ size, account: parts, balance = false }: Props) {
  const t = useWords()
  const account = useButtonAccount(balance !== false)
  const { isSupported } = useButtonNetwork()
  return account ? <PageButton {...accountFace(t, account, { isAway: !isSupported, parts, balance })} size={size} /> : null
}
