import { ButtonGuard } from './ButtonGuard.tsx'
import { Face } from './Face.tsx'
import { networkFace } from './networkFace.tsx'
import { ButtonHost } from './PageButton.tsx'
import type { AccountParts, NetworkParts, Responsive } from './responsive.ts'
import { accountFace } from './accountFace.tsx'
import { useDrawnButton, useExpectedAccount } from './useConnectButton.ts'
import { useWords } from './words.ts'

type Props = {
  /** The text while no wallet is connected. @default 'Connect wallet', in the kit's language */
  label?: string
  /** 44 or 36 px high. The touch target is 44 px high in both. @default 'regular' */
  size?: 'regular' | 'compact'
  /**
   * The visible parts of the connected account: its picture, its name or shortened address, or
   * both.
   * @default 'full'
   */
  account?: Responsive<AccountParts>
  /**
   * What the network's button shows: its icon, its name, or both. The button stands before the
   * account's button. `none` leaves it out.
   * @default 'none'
   */
  network?: Responsive<NetworkParts | 'none'>
  /**
   * Whether the account's balance of the native token is shown. It is read again every 30 s while
   * the button is on the page.
   * @default false
   */
  balance?: Responsive<boolean>
  /** Whether the button and the network's button are disabled. @default false */
  disabled?: boolean
}

/**
 * A button to connect a wallet. When a wallet is connected, it turns into the AccountButton. It
 * stays the same element, so that it keeps the focus.
 */
export function ConnectButton(props: Props) {
  const t = useWords()
  const label = props.label ?? t('connect')
  return (
    <ButtonGuard label={label}>
      <Button {...props} label={label} />
    </ButtonGuard>
  )
}

function Button({
  label,
  size,
  account: parts,
  network: networkParts = 'none',
  balance = false,
  disabled,
}: Props & { label: string }) {
  const t = useWords()
  const { account, network, status, text } = useDrawnButton({ label, balance: balance !== false })
  const expected = useExpectedAccount()
  const shown = account ?? expected
  const isAway = !network.isSupported
  const face = shown
    ? {
        ...accountFace(t, shown, { isUnsupported: isAway, parts, balance }),
        isBusy: !account,
        size,
        disabled,
      }
    : { label: text, variant: 'primary' as const, isBusy: status === 'connecting', size, disabled }
  const { NetworkIcon } = account?.drawings ?? {}
  const icon = (
    <span className="page-button-avatar">
      {NetworkIcon && <NetworkIcon name={network.name} src={network.iconUrl} />}
    </span>
  )
  const networkButton = shown &&
    networkParts !== 'none' && { ...networkFace(t, network, icon, networkParts), size, disabled }
  return (
    <ButtonHost faces={networkButton ? [networkButton, face] : [face]}>
      <span className="page-buttons">
        {networkButton && <Face key="network" {...networkButton} />}
        <Face key="account" {...face} />
      </span>
    </ButtonHost>
  )
}
