import type { NetworkId } from '@latchkey/protocol/caip'
import { Icon } from '@latchkey/ui/icons.tsx'
import { contextOf } from '../../core/kit/context.ts'
import { useKit } from '../hooks/useKit.ts'

/**
 * A link to a transaction in the explorer of its network, as a button that opens a new tab. Nothing
 * is shown without a hash, or if the network has no explorer. `label` gets the explorer's name.
 */
export function TransactionLink({
  networkId,
  hash,
  label,
}: {
  networkId: NetworkId
  hash: string | undefined
  label: (explorer: string) => string
}) {
  const explorer = contextOf(useKit()).networks.find((network) => network.networkId === networkId)
    ?.network.blockExplorers?.default
  if (!explorer || hash === undefined) return null
  return (
    <a
      className="button"
      data-variant="secondary"
      href={`${explorer.url}/tx/${hash}`}
      target="_blank"
      rel="noreferrer"
    >
      {label(explorer.name)}
      <Icon name="external" />
    </a>
  )
}
