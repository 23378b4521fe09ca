import { onRampLimits } from './limits.ts'
import type { OnrampOptions } from './onramp.ts'

const id = '2b92315d-eab7-5bef-84fa-089a131333f5'
const ethereum = { name: 'ethereum-mainnet', display_name: 'Ethereum', chain_id: '1' }
const polygon = { name: 'polygon-mainnet', display_name: 'Polygon', chain_id: '137' }

/**
 * The options that are used until an API answers. For Ether, the published list has placeholders as
 * further networks and as contracts, so here it is offered only on Ethereum and without a contract.
 * docs/contracts/product.md#buying
 */
export const onrampDefaults: OnrampOptions = {
  purchaseCurrencies: [
    {
      id,
      name: 'USD Coin',
      symbol: 'USDC',
      networks: [
        { ...ethereum, contract_address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
        { ...polygon, contract_address: '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174' },
      ],
    },
    { id, name: 'Ether', symbol: 'ETH', networks: [ethereum] },
  ],
  paymentCurrencies: ['USD', 'EUR'].map((currency) => ({
    id: currency,
    payment_method_limits: [...onRampLimits],
  })),
}
