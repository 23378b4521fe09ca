import type { KitNetwork } from '../../../core/network.ts'
import { imageUrl } from '../../imageUrl.ts'
import { Icon } from '../../ui/icons.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { RowButton } from '../../ui/Row.tsx'
import { useKit } from '../../useKit.ts'

type Props = { network: Pick<KitNetwork, 'networkId' | 'network'>; isCurrent?: boolean; isDisabled?: boolean; onChoose: () => void }

/** A network that can be chosen; the current one is ticked. */
export function NetworkRow({ network: { networkId, network }, isCurrent, isDisabled, onChoose }: Props) {
  const kit = useKit()
  return (
    <RowButton
      icon={<Picture name={network.name} src={imageUrl(kit, networkId)} shape="round" />}
      title={network.name}
      end={isCurrent ? <Icon name="check" /> : undefined}
      aria-current={isCurrent || undefined}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onChoose}
    />
  )
}
