import { secp256k1 } from '@noble/curves/secp256k1.js'
import { toolsOf } from './openSignClient.ts'

/** The first account of the well-known mnemonic for development. */
export const developmentAccount = {
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  key: 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
} as const

/** Signs a text with the development account, as `personal_sign` does. Source: EIP-191 */
export function signText(text: string): string {
  const hash = Buffer.from(toolsOf('2.21.8').hashEthereumMessage(text).slice(2), 'hex')
  const [recovery = 0, ...rest] = secp256k1.sign(hash, Buffer.from(developmentAccount.key, 'hex'), {
    prehash: false,
    format: 'recovered',
  })
  return `0x${Buffer.from([...rest, recovery + 27]).toString('hex')}`
}
