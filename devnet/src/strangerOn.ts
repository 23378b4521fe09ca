import { createTestClient, getContractAddress, http, walletActions } from 'viem'
import type { Address, Hex } from 'viem'

/** A new account on a development chain, which has Ether to spend. */
export type UnknownSender = {
  address: Address
  /** Sends a transaction to `to`, or creates a contract when `to` is null, and mines it. */
  send: (to: Address | null, data: Hex) => Promise<void>
  /** Creates a contract, and returns its address. */
  deploy: (code: Hex) => Promise<Address>
}

/** Creates a new account on a development chain. @param url the URL of its node (anvil) */
export async function strangerOn(url: string): Promise<UnknownSender> {
  const client = createTestClient({ mode: 'anvil', transport: http(url) }).extend(walletActions)
  // a random address, so that no other test uses it
  const account = `0x${Math.random().toString(16).slice(2).padEnd(40, '7').slice(0, 40)}` as const
  await client.impersonateAccount({ address: account })
  await client.setBalance({ address: account, value: 10n ** 20n })
  let nonce = 0n
  const send = async (to: Address | null, data: Hex) => {
    await client.sendTransaction({ account, to, data, chain: null, gas: 15_000_000n })
    nonce++
    // makes a block, because a client that waits for a receipt may wait for ever on an idle chain
    await client.mine({ blocks: 1 })
  }
  return {
    address: account,
    send,
    async deploy(code) {
      const address = getContractAddress({ from: account, nonce })
      await send(null, code)
      return address
    },
  }
}
