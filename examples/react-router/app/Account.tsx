import { useAccount, useSignMessage } from 'latchkey/react'

export function Account() {
  const connection = useAccount()
  const signing = useSignMessage()
  if (connection.status === 'disconnected') return <p>Nobody is connected.</p>
  // until the wallet answers, the page shows the account of the last visit, and offers no actions
  // with it
  const isConnected = 'account' in connection
  const account = isConnected ? connection.account : connection.lastKnown
  return (
    <>
      <p>
        {isConnected ? 'You are' : 'Welcome back,'}{' '}
        <output aria-label="Account">{account?.address}</output>
      </p>
      <button
        type="button"
        disabled={!isConnected}
        onClick={() => void signing.signMessage({ message: 'Good morning' }).catch(() => {})}
      >
        Sign
      </button>
      <output aria-label="Signature">
        {signing.status === 'success'
          ? signing.signature
          : signing.status === 'error'
            ? 'Not signed'
            : ''}
      </output>
    </>
  )
}
