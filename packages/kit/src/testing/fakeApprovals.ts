/**
 * The results that a wallet returns after an approval, by namespace. They have the chain's form.
 * `account` is the first account of the development phrase.
 */
export const fakeApprovals = {
  eip155: {
    account: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    signature: `0x${'5'.repeat(130)}`,
    hash: `0x${'7'.repeat(64)}`,
  },
  // a signature of BIP-322 has any length
  bip122: {
    account: 'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw',
    signature: `${'5'.repeat(142)}==`,
    hash: '7'.repeat(64),
  },
  // the type's byte of sr25519, and 64 bytes
  polkadot: {
    account: '5GmS1wtCfR4tK5SSgnZbVT4kYw5W8NmxmijcsxCQE6oLW6A8',
    signature: `0x01${'5'.repeat(128)}`,
    hash: `0x${'7'.repeat(64)}`,
  },
  // 64 bytes in base58; the hash of a transaction is its signature
  solana: {
    account: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
    signature: '5'.repeat(87),
    hash: '4'.repeat(87),
  },
}
