/**
 * The metadata of runtimes that do not check its hash themselves: by the network's reference and
 * the runtime's version, the hash of `fingerprintOf`.
 * `npx tsx services/wallet/fingerprint.entry.ts <URL of a node>` prints an entry. It has to be a
 * node that you trust: the wallet reads transactions by what this node says.
 */
export const knownMetadata: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  // the devnet, whose runtime is of 2022
  '45454545454545454545454545454545': {
    900: '60b8719940600f9e4db213f63604fa8c06f18094d9745a0302878b96aaf264b2',
  },
}
