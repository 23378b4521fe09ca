/** Draws the pictures of the NFTs below. */
const drawing = (inside: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240"><rect width="240" height="240" fill="#1d2650"/>${inside}</svg>`)}`
const moon =
  '<circle cx="150" cy="90" r="44" fill="#fff4b8"/><path d="M0 190Q60 175 120 190T240 190V240H0Z" fill="#2b5f83"/>'

/** One NFT, in the kit's shape. */
export const nft = {
  id: 'eip155:31337/erc721:0x5fbdb2315678afecb367f032d93f642f64180aa3/7',
  networkId: 'eip155:31337',
  contract: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  tokenId: '7',
  standard: 'ERC721',
  amount: '1',
  name: 'Moon over the harbour',
  description: 'Drawn by the contract itself, from the number of the block in which it was made.',
  collection: { name: 'Harbour Lights', symbol: 'LIGHT' },
  picture: drawing(moon),
  externalUrl: 'https://harbour.example.org/7',
  traits: [
    { name: 'Sky', value: 'Night' },
    { name: 'Beam', value: 'West' },
    { name: 'Height', value: '72' },
  ],
  isSpam: false,
}

/** Makes an NFT in the API's shape. */
const wired = (tokenId: number, more: object = {}) => ({
  chainId: nft.networkId,
  contract: nft.contract,
  tokenId: String(tokenId),
  standard: 'ERC721',
  amount: '1',
  name: `Number ${tokenId}`,
  description: null,
  collection: nft.collection,
  picture: null,
  externalUrl: null,
  traits: [],
  flags: { is_spam: false },
  ...more,
})

/** NFTs whose values try to harm or confuse the visitor. */
export const strangeNfts = [
  wired(1, {
    name: 'A script in a picture',
    picture: drawing(`${moon}<script>parent.document.title = 'harmed'</script>`),
  }),
  wired(2, { name: 'A picture that is none', picture: 'data:image/png;base64,AAAA' }),
  wired(3, { name: 'n'.repeat(10_000), collection: { name: 'c'.repeat(10_000), symbol: 's' } }),
  wired(4, { name: '<img src=x onerror=alert(1)>', amount: '9'.repeat(100) }),
  wired(5, { name: 'نجوم فوق البحر', collection: { name: 'מגדלור', symbol: 'X' }, amount: '12' }),
]

export const spam = wired(6, { name: '5,000 USDC reward', flags: { is_spam: true } })
