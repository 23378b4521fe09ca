'use client'
import { ConnectButton, KitProvider, useSiwx } from 'latchkey/react'
import { createDevelopmentWallet } from 'latchkey/testing'
import { useEffect } from 'react'
import { kit } from './kit'

export function Wallet() {
  // a wallet that approves by itself stands in for the visitor's
  useEffect(() => {
    const wallet = createDevelopmentWallet({ chains: [{ id: 1, name: 'Ethereum', rpcUrl: 'http://127.0.0.1:1' }], behaviour: 'approve', storage: localStorage })
    wallet.announce()
    return wallet.close
  }, [])
  return <KitProvider kit={kit}><ConnectButton /><State /></KitProvider>
}

function State() {
  const { status, signOut } = useSiwx()
  return status === 'signedIn' ? <button onClick={() => void signOut()}>Sign out</button> : <p>{status ?? 'nobody'}</p>
}
