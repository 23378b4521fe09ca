import { isAddress, isHex, verifyMessage } from 'viem'

type Signed = { address: string; text: string; signature: string }

/**
 * Whether the account has signed the text. On EVM chains the signature is in the format of EIP-191;
 * on Solana it is over the bytes of the text itself. Undefined on Bitcoin, where only a server
 * checks it (BIP-322).
 */
export async function isGenuine({
  address,
  text,
  signature,
}: Signed): Promise<boolean | undefined> {
  if (isAddress(address))
    return isHex(signature) && verifyMessage({ address, message: text, signature })
  if (/^(?:bc|tb|bcrt)1/.test(address)) return undefined
  const {
    address: addressOf,
    getBase58Encoder,
    getPublicKeyFromAddress,
    signatureBytes,
    verifySignature,
  } = await import('@solana/kit')
  const key = await getPublicKeyFromAddress(addressOf(address))
  return verifySignature(
    key,
    signatureBytes(Uint8Array.from(getBase58Encoder().encode(signature))),
    new TextEncoder().encode(text),
  )
}
