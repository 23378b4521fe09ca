/**
 * Chains by the short names that are written before an address, as `eth:0x…`; also those that
 * wallets went on using after a chain had got another one (`matic`). Decimal chain ids. Source:
 * EIP-3770, https://github.com/ethereum-lists/chains
 */
const chainsByShortName: Readonly<Record<string, string>> = {
  eth: '1',
  oeth: '10',
  cro: '25',
  rsk: '30',
  bnb: '56',
  sys: '57',
  gno: '100',
  xdai: '100',
  unichain: '130',
  pol: '137',
  matic: '137',
  mon: '143',
  sonic: '146',
  okb: '196',
  obnb: '204',
  ftm: '250',
  fraxtal: '252',
  zksync: '324',
  wc: '480',
  'metis-andromeda': '1088',
  zkevm: '1101',
  lisk: '1135',
  mbeam: '1284',
  mriver: '1285',
  sei: '1329',
  soneium: '1868',
  abstract: '2741',
  mantle: '5000',
  'kaia-mainnet': '8217',
  base: '8453',
  plasma: '9745',
  apechain: '33139',
  mode: '34443',
  arb1: '42161',
  'arb-nova': '42170',
  celo: '42220',
  etlk: '42793',
  avax: '43114',
  ink: '57073',
  linea: '59144',
  berachain: '80094',
  blastmainnet: '81457',
  'tko-mainnet': '167000',
  scr: '534352',
  zora: '7777777',
  aurora: '1313161554',
  gor: '5',
  chi: '10200',
  holesky: '17000',
  fuji: '43113',
  polygonamoy: '80002',
  amoy: '80002',
  basesep: '84532',
  'arb-sep': '421614',
  hoe: '560048',
  sep: '11155111',
  opsep: '11155420',
}

/**
 * The chain id of a short name, decimal; undefined for a name that is not in the table. Case does
 * not count.
 */
export function chainOfShortName(name: string): string | undefined {
  const known = name.toLowerCase()
  return Object.hasOwn(chainsByShortName, known) ? chainsByShortName[known] : undefined
}
