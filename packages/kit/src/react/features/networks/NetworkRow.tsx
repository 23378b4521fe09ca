import type { KitNetwork } from '../../../core/contracts/network.ts'
import { imageUrl } from '../../imageUrl.ts'
import { Icon } from '@latchkey/ui/icons.tsx'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { RowButton } from '@latchkey/ui/Row.tsx'
import { useKit } from '../../hooks/useKit.ts'

type Props = {
  network: Pick<KitNetwork, 'networkId' | 'network'>
  isCurrent?: boolean
  isDisabled?: boolean
  reason?: string
  onChoose: () => void
}

/**
 * A network to choose; the current network has a tick. A network that cannot be chosen may show a
 * `reason`.
 */
export function NetworkRow({
  network: { networkId, network },
  isCurrent,
  isDisabled,
  reason,
  onChoose,
}: Props) {
  const kit = useKit()
  return (
    <RowButton
      icon={
        <Picture
          name={network.name}
          src={imageUrl(kit, networkId)}
          subject={{ network: networkId }}
          shape="round"
        />
      }
      title={network.name}
      detail={reason}
      end={isCurrent ? <Icon name="check" /> : undefined}
      aria-current={isCurrent || undefined}
      aria-disabled={isDisabled || Boolean(reason) || undefined}
      onClick={isDisabled || reason ? undefined : onChoose}
    />
  )
}
