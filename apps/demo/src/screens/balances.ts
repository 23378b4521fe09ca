const row = (name: string, symbol: string, more: object = {}) => ({
  name,
  symbol,
  chainId: 'eip155:31337',
  address: `eip155:31337:0x${'ab'.repeat(20)}`,
  price: 2,
  value: 3,
  quantity: { decimals: '18', numeric: '1.5' },
  iconUrl: '',
  ...more,
})

/** Tokens whose names and symbols try to deceive or to break the screen, in the API's shape. */
export const strangeBalances = [
  row('Ether', 'ETH', { address: undefined, value: 0.004, price: 3_000 }),
  row('n'.repeat(10_000), 's'.repeat(10_000), {
    address: `eip155:31337:0x${'a1'.repeat(20)}`,
    value: 987_654_321_987.65,
  }),
  row('<img src=x onerror=alert(1)>', '"><script>', {
    address: `eip155:31337:0x${'a2'.repeat(20)}`,
  }),
  row('دينار البحر', 'ש״ח', {
    address: `eip155:31337:0x${'a3'.repeat(20)}`,
    quantity: { decimals: '255', numeric: `0.${'0'.repeat(254)}1` },
  }),
  row('Everything there is', 'MAX', {
    address: `eip155:31337:0x${'a4'.repeat(20)}`,
    quantity: { decimals: '1', numeric: '9'.repeat(78) },
    value: undefined,
    price: 0,
    verified: true,
  }),
  row('Dust', 'DUST', { address: `eip155:31337:0x${'a5'.repeat(20)}`, value: 0.000_1 }),
  row('USDC', 'USDC', {
    address: `eip155:31337:0x${'a6'.repeat(20)}`,
    value: 1_000_000,
    verified: false,
  }),
  row('No price', 'NONE', {
    address: `eip155:31337:0x${'a7'.repeat(20)}`,
    price: 0,
    value: undefined,
  }),
  row('Whole ones', 'WHOLE', {
    address: `eip155:31337:0x${'a8'.repeat(20)}`,
    quantity: { decimals: '0', numeric: '7' },
  }),
]
