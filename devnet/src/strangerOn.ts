import { createTestClient, getContractAddress, http, walletActions } from 'viem'
import type { Address, Hex } from 'viem'

/** Somebody on a development chain whom nobody knows, with coins to do things. */
export type Stranger = {
  /** Mines what is sent to `to`, or makes a contract when that is null. */
  send: (to: Address | null, data: Hex) => Promise<void>
  /** Makes a contract, and says where it stands. */
  deploy: (code: Hex) => Promise<Address>
}

/** Makes somebody new on a development chain. @param url of its node, which has to be anvil */
export async function strangerOn(url: string): Promise<Stranger> {
  const client = createTestClient({ mode: 'anvil', transport: http(url) }).extend(walletActions)
  const account = `0x${Math.random().toString(16).slice(2).padEnd(40, '7').slice(0, 40)}` as const // nobody else acts from here
  await client.impersonateAccount({ address: account })
  await client.setBalance({ address: account, value: 10n ** 20n })
  let nonce = 0n
  const send = async (to: Address | null, data: Hex) => {
    await client.sendTransaction({ account, to, data, chain: null, gas: 15_000_000n })
    nonce++
    await client.mine({ blocks: 1 }) // whoever waits for a receipt on a chain that rests may wait for ever
  }
  return {
    send,
    async deploy(code) {
      const address = getContractAddress({ from: account, nonce })
      await send(null, code)
      return address
    },
  }
}
