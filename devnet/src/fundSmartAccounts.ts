import { entryPoint } from '@latchkey/protocol/smartAccounts/contracts'
import {
  createTestClient,
  encodeAbiParameters,
  http,
  keccak256,
  numberToHex,
  parseEther,
  publicActions,
} from 'viem'
import { entryPoint07Abi } from 'viem/account-abstraction'
import { executor } from './accounts.ts'
import type { Devnet } from './startDevnet.ts'

/** What the executor has, and what the paymaster has deposited, in wei. */
const stock = parseEther('1000')

/**
 * Refills the executor and the paymaster's deposit if less than half is left. It writes into the
 * chain's state, so that no block is mined, and no other account pays.
 */
export async function fundSmartAccounts({
  url,
  deployment: { smartAccounts },
}: Pick<Devnet['chains'][number], 'url' | 'deployment'>): Promise<void> {
  const client = createTestClient({ mode: 'anvil', transport: http(url) }).extend(publicActions)
  const { address } = executor
  if ((await client.getBalance({ address })) < stock / 2n)
    await client.setBalance({ address, value: stock })
  const { paymaster } = smartAccounts
  const deposit = await client.readContract({
    address: entryPoint,
    abi: entryPoint07Abi,
    functionName: 'balanceOf',
    args: [paymaster],
  })
  if (deposit >= stock / 2n) return
  const held = await client.getBalance({ address: entryPoint })
  await client.setBalance({ address: entryPoint, value: held + stock - deposit })
  // the place of the paymaster in EntryPoint's first variable, `deposits`
  const index = keccak256(
    encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [paymaster, 0n]),
  )
  await client.setStorageAt({ address: entryPoint, index, value: numberToHex(stock, { size: 32 }) })
}
