import { monogramOf } from '@latchkey/protocol/monogram'
import type { NetworkId } from '@latchkey/protocol/caip'
import { imageUrl } from '../imageUrl.ts'
import { useKit } from '../hooks/useKit.ts'
import { useNetwork } from '../hooks/useNetwork.ts'
import { RoundPicture } from './RoundPicture.tsx'
import { contextOf } from '../../core/kit/context.ts'

type Props = {
  /** The CAIP-2 id of the network: `'eip155:1'`. @default the current network */
  networkId?: NetworkId | string
  /** CSS pixels. @default 24 */
  size?: number
}

/**
 * The picture of a network, for use in the site's page: the site's own picture (`networkIcons`), or
 * else the API's, or else a monogram. For a network that the site does not list, it is always a
 * monogram. It is decoration: write the network's name beside it.
 */
export function NetworkIcon({ networkId, size = 24 }: Props) {
  const kit = useKit()
  const current = useNetwork().networkId
  const id = networkId ?? current
  const known = contextOf(kit).networks.find((network) => network.networkId === id)
  const { letters, color } = monogramOf(known?.network.name ?? String(id))
  return (
    <RoundPicture size={size} src={known && imageUrl(kit, known.networkId)}>
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        style={{ display: 'block', backgroundColor: color }}
      >
        <text
          x="12"
          y="12"
          dy="0.36em"
          textAnchor="middle"
          fontSize="9.5"
          fontWeight="600"
          fontFamily="system-ui, sans-serif"
          fill="#fff"
        >
          {letters}
        </text>
      </svg>
    </RoundPicture>
  )
}
