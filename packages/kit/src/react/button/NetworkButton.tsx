import { useEffect } from 'react'
import { accountOf } from '../../core/kit/state.ts'
import { imageUrl } from '../imageUrl.ts'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { useKit } from '../hooks/useKit.ts'
import { useKitState } from '../hooks/useKitState.ts'
import { ButtonGuard } from './ButtonGuard.tsx'
import { networkFace } from './networkFace.tsx'
import { PageButton } from './PageButton.tsx'
import type { NetworkParts, Responsive } from './responsive.ts'
import { useButtonNetwork } from './useConnectButton.ts'
import { useWords } from './words.ts'

type Props = {
  /** @default 'regular' */ size?: 'regular' | 'compact'
  /** The visible parts of the network. @default 'full' */ network?: Responsive<NetworkParts>
}

/** A button with the current network; a press opens the list of networks. */
export function NetworkButton(props: Props) {
  return (
    <ButtonGuard view="Networks">
      <Button {...props} />
    </ButtonGuard>
  )
}

function Button({ size, network: parts }: Props) {
  const t = useWords()
  const kit = useKit()
  const network = useButtonNetwork()
  const isConnected = useKitState((state) => accountOf(state) !== undefined)
  useEffect(() => {
    if (isConnected)
      import('../connected/whenConnected.lazy.ts').then(
        ({ applyTexts }) => applyTexts(kit),
        () => {},
      ) // if the texts fail to load, English is shown
  }, [isConnected, kit])
  // The network's icon is requested only after the first press or with a connected wallet.
  const isAwake = useKitState((state) => state.modal.request > 0) || isConnected
  const picture = (
    <Picture
      name={network.name}
      {...(isAwake && {
        src: imageUrl(kit, network.networkId),
        subject: { network: network.networkId },
      })}
      size={24}
      shape="round"
    />
  )
  return <PageButton {...networkFace(t, network, picture, parts)} size={size} />
}
