import type { NetworkId } from '@latchkey/protocol/caip'
import type { Kit } from '../../../core/kit/kit.ts'
import { imageUrl, tokenImageUrl } from '../../imageUrl.ts'
import { useKit } from '../../hooks/useKit.ts'
import { Picture } from '@latchkey/ui/Picture.tsx'
import { contextOf } from '../../../core/kit/context.ts'

/** Returns the name of a network, or its id if the site does not list it. */
export const networkName = (kit: Kit, networkId: NetworkId): string =>
  contextOf(kit).networks.find((network) => network.networkId === networkId)?.network.name ??
  networkId

/** The picture of a token from the site's API, with the network's picture in the corner. */
export function TokenPicture({
  token: { symbol, networkId },
  size = 36,
}: {
  token: { symbol: string; networkId: NetworkId }
  size?: number
}) {
  const kit = useKit()
  return (
    <span className="onramp-token" aria-hidden="true">
      <Picture name={symbol} src={tokenImageUrl(kit, symbol)} size={size} shape="round" />
      <span className="onramp-network">
        <Picture
          name={networkName(kit, networkId)}
          src={imageUrl(kit, networkId)}
          subject={{ network: networkId }}
          size={size * 0.42}
          shape="round"
        />
      </span>
    </span>
  )
}
