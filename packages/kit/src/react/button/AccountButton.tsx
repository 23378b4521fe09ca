import { accountFace } from './accountFace.tsx'
import { ButtonGuard } from './ButtonGuard.tsx'
import { PageButton } from './PageButton.tsx'
import type { AccountParts, Responsive } from './responsive.ts'
import { useButtonAccount, useButtonNetwork, useExpectedAccount } from './useConnectButton.ts'
import { useWords } from './words.ts'

type Props = {
  /** @default 'regular' */ size?: 'regular' | 'compact'
  /** The visible parts of the account. @default 'full' */ account?: Responsive<AccountParts>
  /**
   * Whether the balance of the native token is shown. It is read again every 30 s.
   * @default false
   */ balance?: Responsive<boolean>
}

/**
 * A button that shows the connected account; a press opens the account screen. It is empty while no
 * wallet is connected, unless a server has rendered the account of the last visit.
 */
export function AccountButton(props: Props) {
  return (
    <ButtonGuard view="Account">
      <Button {...props} />
    </ButtonGuard>
  )
}

function Button({ size, account: parts, balance = false }: Props) {
  const t = useWords()
  const account = useButtonAccount(balance !== false)
  const expected = useExpectedAccount()
  const shown = account ?? expected
  const { isSupported } = useButtonNetwork()
  return shown ? (
    <PageButton
      {...accountFace(t, shown, { isUnsupported: !isSupported, parts, balance })}
      isBusy={!account}
      size={size}
    />
  ) : null
}
