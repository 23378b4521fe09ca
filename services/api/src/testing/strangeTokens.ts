import { createTestClient, encodeAbiParameters, http, size, type Hex } from 'viem'

/**
 * Puts a contract on a development chain that answers every call with one text. The first word of
 * the answer is 32. So, as a token, the contract has 32 decimals, and every account holds 32 of its
 * smallest units.
 */
export async function placeTextContract(
  url: string,
  address: `0x${string}`,
  text: string,
): Promise<void> {
  await placeCode(url, address, answering(encodeAbiParameters([{ type: 'string' }], [text])))
}

/** Puts code at an address of a development chain. */
export async function placeCode(url: string, address: `0x${string}`, bytecode: Hex): Promise<void> {
  await createTestClient({ mode: 'anvil', transport: http(url) }).setCode({ address, bytecode })
}

/** Code that runs until all gas is used: JUMPDEST, PUSH0, JUMP. */
export const gasBurner: Hex = '0x5b5f56'

/**
 * Code that returns the bytes that follow it: PUSH2 size, PUSH1 12, PUSH0, CODECOPY, PUSH2 size,
 * PUSH0, RETURN.
 */
function answering(data: Hex): Hex {
  const length = size(data).toString(16).padStart(4, '0')
  return `0x61${length}600c5f3961${length}5ff3${data.slice(2)}`
}
