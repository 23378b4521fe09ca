import { useAccount, useSignMessage } from 'latchkey/react'

export function Account() {
  const connection = useAccount()
  const signing = useSignMessage()
  if (connection.status === 'disconnected') return <p>Nobody is connected.</p>
  if (connection.status === 'connecting') return <p>Welcome back, <output aria-label="Account">{connection.lastKnown?.address}</output></p>
  return (
    <>
      <p>You are <output aria-label="Account">{connection.account.address}</output> on {connection.account.networkId}.</p>
      <button type="button" onClick={() => void signing.signMessage({ message: 'Good morning' }).catch(() => {})}>Sign</button>
      <output aria-label="Signature">{signing.status === 'success' ? signing.signature : signing.status === 'error' ? 'Not signed' : ''}</output>
    </>
  )
}
