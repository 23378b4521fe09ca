import { truncateAddress } from '../../../../ui/truncateAddress.ts'
import { useIdentity } from '../../../../hooks/useIdentity.ts'
import { useLabels } from '../../../../recipient/useLabels.ts'

/** An address by the visitor's label, else by its own name, else alone. */
export function Party({ address, isAsked }: { address: string; isAsked: boolean }) {
  const label = useLabels()(address)
  if (label) return <Called name={label} address={address} />
  return isAsked ? <Asked address={address} /> : <Address address={address} />
}

function Asked({ address }: { address: string }) {
  const answer = useIdentity({ address })
  const name = 'data' in answer ? answer.data?.name : undefined
  return name ? <Called name={name} address={address} /> : <Address address={address} />
}

function Called({ name, address }: { name: string; address: string }) {
  return (
    <span className="transaction-party">
      <bdi>{name}</bdi>
      <Address address={address} />
    </span>
  )
}

function Address({ address }: { address: string }) {
  return (
    <span className="transaction-address" dir="ltr" title={address}>
      {truncateAddress(address)}
    </span>
  )
}
