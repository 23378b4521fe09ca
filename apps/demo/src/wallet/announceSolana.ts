import type { DevelopmentWallet, SolanaWallet } from 'latchkey/testing'
import type { OtherNetwork } from '../otherNetworks.ts'
import type { WalletMode } from '../settings.ts'

type Testing = typeof import('latchkey/testing')

declare global {
  interface Window {
    /** The Solana part of the development wallet, for tests. */
    latchkeySolana?: SolanaWallet
  }
}

/** The node has this many milliseconds to accept a transaction. */
const sending = 20_000

/**
 * Registers the development wallet for Solana by the Wallet Standard. It has the same name as on
 * EVM, so the kit shows one wallet with two namespaces. It asks the same questions as on EVM.
 * @returns the function that unregisters it
 */
export function announceSolana(
  { createSolanaWallet, solanaKeys }: Testing,
  main: DevelopmentWallet,
  { name, rpcUrls }: OtherNetwork,
  mode: WalletMode,
): () => void {
  const [url = ''] = rpcUrls.default.http
  const icon = main.info.icon as `data:image/${string}` // the development wallet's own icon
  const wallet = createSolanaWallet({
    name: main.info.name,
    icon,
    chains: ['solana:localnet'],
    keys: solanaKeys(3),
    storage: localStorage,
    send: async (bytes) => sendTo(url, bytes),
    confirm: (request) =>
      main.ask({ type: 'solana', origin: location.origin, network: name, request }),
  })
  const leave = wallet.register()
  if (mode !== 'ask') window.latchkeySolana = wallet
  return leave
}

/** Sends a transaction to a node. @throws Error with the node's sentence if the node refuses it */
async function sendTo(url: string, bytes: Uint8Array): Promise<void> {
  const params = [
    btoa(String.fromCharCode(...bytes)),
    { encoding: 'base64', preflightCommitment: 'confirmed' },
  ]
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'sendTransaction', params }),
    signal: AbortSignal.timeout(sending),
  })
  // the devnet's node answers in this shape
  const { error } = (await response.json()) as { error?: { message: string } }
  if (error) throw new Error(error.message)
}
