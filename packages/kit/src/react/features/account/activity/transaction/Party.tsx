import { truncateAddress } from '@latchkey/ui/truncateAddress.ts'
import { useIdentity } from '../../../../hooks/useIdentity.ts'
import { useLabels } from '../../../../recipient/useLabels.ts'

/** An address with the visitor's label for it, or else with its own name, or else alone. */
export function Party({ address, isNameRequested }: { address: string; isNameRequested: boolean }) {
  const label = useLabels()(address)
  if (label) return <AddressWithName name={label} address={address} />
  return isNameRequested ? <NamedAddress address={address} /> : <Address address={address} />
}

function NamedAddress({ address }: { address: string }) {
  const answer = useIdentity({ address })
  const name = 'data' in answer ? answer.data?.name : undefined
  return name ? <AddressWithName name={name} address={address} /> : <Address address={address} />
}

function AddressWithName({ name, address }: { name: string; address: string }) {
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
