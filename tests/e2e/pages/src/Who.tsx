import { useAccount, useNetwork } from 'latchkey/react'

/** The values of a kit's hooks, for tests. */
export function Who({ label }: { label: string }) {
  const account = useAccount()
  const { networkId } = useNetwork()
  return (
    <dl aria-label={label}>
      <dt>Status</dt>
      <dd data-testid={`${label} status`}>{account.status}</dd>
      <dt>Address</dt>
      <dd data-testid={`${label} address`}>
        {'account' in account ? account.account.address : ''}
      </dd>
      <dt>Network</dt>
      <dd data-testid={`${label} network`}>{networkId}</dd>
    </dl>
  )
}
