import { useEffect } from 'react'
import { accountOf } from '../../../core/state.ts'
import { imageUrl } from '../../imageUrl.ts'
import { Picture } from '../../ui/Picture.tsx'
import { useKit } from '../../hooks/useKit.ts'
import { useKitState } from '../../hooks/useKitState.ts'
import { useNetwork } from '../../hooks/useNetwork.ts'
import { ButtonGuard } from './ButtonGuard.tsx'
import { PageButton } from './PageButton.tsx'
import { useWords } from './words.ts'

/** The current network; a press opens the list of networks. */
export function NetworkButton() {
  return <ButtonGuard view="Networks"><Button /></ButtonGuard>
}

function Button() {
  const t = useWords()
  const kit = useKit()
  const { networkId, network } = useNetwork()
  // no request is sent before the first click
  const isConnected = useKitState((state) => accountOf(state) !== undefined)
  const isAwake = useKitState((state) => state.modal.request > 0) || isConnected
  useEffect(() => {
    if (isConnected) import('../../connected/whenConnected.ts').then(({ applyTexts }) => applyTexts(kit), () => {}) // English is shown instead
  }, [isConnected, kit])
  if (!network && !kit.context.options.allowUnsupportedChain) return <PageButton label={t('unsupported')} variant="danger" view="Networks" />
  // a network that the site allows without naming it is shown by its id
  const name = network?.name ?? networkId
  const picture = <Picture name={name} src={isAwake && network ? imageUrl(kit, networkId) : undefined} size={24} shape="round" />
  return <PageButton label={t('network', name)} text={name} picture={picture} variant="quiet" view="Networks" />
}
