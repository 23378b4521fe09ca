/**
 * The RSA key with which the fake companies sign. It is public, like the keys of the accounts. It
 * is stored here because creating a key at each start would take a third of a second. RFC 7517
 */
export const signingKey = {
  kty: 'RSA',
  n: '-quzih5FmsZgF0oT7UXeoqlVrzPt9WYSHIji2FMWCbvAsQR8zjeOuiwn05XfLq5BmhnFEt6_RAR9r-gqJ1RLLmTCzj5zRoUFiBjbc-7nc7fZ3Nwau5K1FyNC9u1oD7Vr6JYx8knRH65Jj_Osu_ct9jt7ylWnrO77nssNqOc2YPY4FZHp3v8mWhJAS_eRvKMPB2n7-uoVrpJV8xh2IOiqlyAcjG-FS-NUOOzluE8vsy_uMbnDqJcVnjRlNdibaAJkRxoTixoVWd4ArzBm_hclSgyRkuu8KrbMd3RtRhT0i--9ZsRdwe_xOHTleq1Cpg4ctW3Cfbm8Aph1b-6g3C8oIQ',
  e: 'AQAB',
  d: 'Bdgq_3VlOg6V_vUDMe0HG9PG46baTXZrxa6LW2_Ue7Wc8IOiRUyWT1DoPM6pvXTioq0nIyF-ZB-WrptDIFeeyR4gTJ64IVTIpDuwIivXyaLnuXaISQdKoZd44Dj4zCT2tx2JXJTMA2kU3f5YcKl6sNsCL91_Y1DPHQyu7Nk3M1t-cyCRW9G61U7-yqS687cNX_CvjkZvzEzSwfhfvObY2JAivGGlWkiZXuMxjKIQhr6vBOWX-RmCCBwB4QgIZZ_IYAwojJk9Q1smGANJw-dQcjPU25dZtIcNEArYuPEbsmD_dg7cMWtcELjwL7b3xEhzkNPJ9oZ8rY0dSY-a6DGmgQ',
  p: '_3lRDV2koY32Bs1G-mHBxcPGuIPr5UhmatA_ew5x9b2aDcq1cY0_CAk7f1enP2rh4JSIzFDlwpBxWKmMV1ktO-9fDhwQYwL2MEZZYhhk3BGBLeTJP8rCSRQo86B7NGyw7s5RrJFICovKC6pGU7L2Z-0h8leJamQlgWM1Cq7gS9U',
  q: '-y_aPvQaaM_TKSL1WaA9ldS3c-PlC8CJ5fodDPPfoNgE1bTuDxC-fd0rS5mvHbeu7i_aXsQCjxjQHnffdgrIFvJyi1ac0byzTIdvhFzNtDEgUlpUh8m2l6T8RL1rZxO8fP6X2AMo_h3Be-H3xjINAk5viLmMQ4oLRgfiY0dZzR0',
  dp: 't1GjcpbWksLeXwUgQHyzYijYyQCI3k80hsMGOlQkPDUgfXMO_ftf1nFhi0AnmB8nFFMhUpNeO14Qp5GKTgeEqPRcXjCPJa0zYXKpovVkMnIxIvB_5NGm1m-r7x4iKn0v_Tx5aP4bFs42XmaB7n-Fxw9nA5IC3iActZqtrgvMkT0',
  dq: 'jENoZ4b_yE9k5q-yud2VBjnGR1yW5j0Zw-YqmrUDx1lZOczSsm7zMG10Y77p3npXoIHwOsLRev6sGJdvnQbgPJAeDljLMQNiS_XE-_CmnVxhZBs04K5u27cxd2EevGx08IdqWyFInr4W8Qp5xZ7lTMhn171k6cIIEY8Nh8qsBrE',
  qi: 'SP4RNTVCX0ui6x_-VgbquGNqQ9OH1FM3OFgcpOGde7mVo0W0icTx-SncSlJySDxY4fADTWsaGihwjPn2vfyexQRfMvvQFqfy5vejvM09kn7QI6sVk4CbuSdmgXTQi5K2wWIKMzTw2md2Zyf3Uzp9YNZKlGbjWUUa9Y1JDmEB4MA',
} as const

/** The public part of the key, with which wallets check signatures. */
export const publicSigningKey = { kty: signingKey.kty, n: signingKey.n, e: signingKey.e } as const
