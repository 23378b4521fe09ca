const first = [
  'Amber',
  'Birch',
  'Cedar',
  'Dune',
  'Ember',
  'Fjord',
  'Grove',
  'Harbour',
  'Iris',
  'Juniper',
  'Kelp',
  'Larch',
  'Maple',
  'North',
  'Opal',
  'Pine',
  'Quartz',
  'River',
  'Slate',
  'Tundra',
]
const second = ['Wallet', 'Vault', 'Pocket', 'Purse', 'Key']

/** A catalogue of `count` wallets, as in an operator's file. Every name is unique. */
export function wallets(count: number): readonly { id: string; name: string }[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `org.example.wallet${index}`,
    name: `${first[index % first.length]} ${second[Math.floor(index / first.length) % second.length]} ${index}`,
    homepage: `https://wallet${index}.example.org/`,
    rdns: `org.example.wallet${index}`,
    namespaces: ['eip155'],
    mobile: { native: `wallet${index}://`, universal: `https://wallet${index}.example.org/app` },
    desktop: { native: null, universal: null },
    stores: {
      ios: `https://apps.example.org/${index}`,
      android: `https://play.example.org/${index}`,
      chrome: `https://chrome.example.org/${index}`,
    },
    order: index + 1,
  }))
}
