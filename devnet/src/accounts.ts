/**
 * The well-known mnemonic of development tools. Its keys are public, so its accounts must never own
 * anything of value.
 */
export const developmentMnemonic = 'test test test test test test test test test test test junk'

/**
 * The accounts of the mnemonic: index, address on EVM chains (`m/44'/60'/0'/0/<index>`), address on
 * Solana (`m/44'/501'/<index>'/0'`), addresses for payments and for collectibles on Bitcoin
 * (`m/84'/1'/0'/0/<index>` and `m/86'/1'/0'/0/<index>`), address on Polkadot (no path for the
 * first, `//<index - 1>` for the others), and purpose.
 */
export const accounts = [
  {
    index: 0,
    address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    solana: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
    bitcoin: [
      'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw',
      'bcrt1pfewlxm8meyyvgjydfu7v8j4ej64symj6ut8sf66h9germp94qgzs92e5zv',
    ],
    polkadot: '5GmS1wtCfR4tK5SSgnZbVT4kYw5W8NmxmijcsxCQE6oLW6A8',
    role: 'everyday user',
  },
  {
    index: 1,
    address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    solana: 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD',
    bitcoin: [
      'bcrt1qlqj2pdsteppkcr8jkp9ms0wpvey89tna8v72sj',
      'bcrt1p6g8r5e8jvnvukaqgdauwag8lfkzvz3dng4057kv7avnpxpkghdkszxhwd4',
    ],
    polkadot: '5Gpg3hhPkyPRSwQc5EYprccoJ81fzEdUQqbtsY25RMezaPjb',
    role: 'trader',
  },
  {
    index: 2,
    address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
    solana: 'CqMbRgMuEhQi9BUS8xP44Wk5nENm48FqJnfjEi4eNb1k',
    bitcoin: [
      'bcrt1qwqwxn0pae964jk3zu8zxr3lu2jyj0p7mk8hkdv',
      'bcrt1pw4n0e9av3evnyt7j7x3wgrjrttqr4482x7kwpp78g7wnue59mvnse7srs6',
    ],
    polkadot: '5E47G5ZWvGJ1KQe8jAq9LVrEowZgewww6TX4mtRCbLegRaPH',
    role: 'collector',
  },
  {
    index: 3,
    address: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
    solana: '9Tj3srBSxH7RFRCm8uharreY7ZBS49XSfpwCeYa7Xaqp',
    bitcoin: [
      'bcrt1q0rvyhr5465rrdfmavlj67u7ru5vr434c08qx4e',
      'bcrt1plafgmyp8xpy9fvljgmeaea57zsad2aqujxcqmag6u9r3zpmyg6aqek54f7',
    ],
    polkadot: '5GYmYmFoEcZtfVVuu6RhWMLgT5x3Wxx8zMVjY4HZHStWkWr8',
    role: 'newcomer',
  },
  {
    index: 4,
    address: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
    solana: '6gYw7q94fJdEwL8WkT1a6LHBdTMbix1aciALwEWPx3Wp',
    bitcoin: [
      'bcrt1qvlwxpcmszwutam7ykvwc272r748a9zzszj8a4s',
      'bcrt1p0lxykduwlrn4th0xxpkvthqp65gdtra9u37v6hph0qzdj30p0mmsdf33qf',
    ],
    polkadot: '5G6zag6CSkchSXMTViJghSSrFJzD6HGcSGcDn98CWy7dxZFR',
    role: 'saver',
  },
  {
    index: 5,
    address: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
    solana: '7EeV8eiRuGoR8bFHCjdCRGQd1RM5sR2dAkdiTEtC9ko7',
    bitcoin: [
      'bcrt1qar6hlpggnekgcmmwzadv9cxst3pkp7u08wrlxa',
      'bcrt1p7cu9z0lw59tenp4u7hmffeljguphvst0qzpvtk34npldjtmtl54se4j8ep',
    ],
    polkadot: '5GZ93RF3DWF8jafgdKMxb1uum15qfSehyMFzJEJ4GaCJ343m',
    role: 'freelancer',
  },
  {
    index: 6,
    address: '0x976EA74026E726554dB657fA54763abd0C3a0aa9',
    solana: 'F9fVg2LeE2RhM6CfNn888hbjqovZDEWY3vm2hEkvX3Nh',
    bitcoin: [
      'bcrt1qzellfqrpactah9matfnsp83phkr8wl68kzw4q0',
      'bcrt1pea8j006593kfcx2tpzz2f3s7s0vjpdmm6hn9uhz20hx2knpuqe2s02jyg4',
    ],
    polkadot: '5GrngWHwSfK6A7ZPoikL3mcFsZbkx8Dednm8QEbnqLnXJKSE',
    role: 'whale',
  },
  {
    index: 7,
    address: '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955',
    solana: '26roUwgM5T6bccX41hakjiW4fDiKFSao1RyoFsAxr6e6',
    bitcoin: [
      'bcrt1q769sksczmj4w0zwzxm9mxv5934nepg5vjyjsxh',
      'bcrt1pnlg2e8tejp02sta5uehzmywmugnz05dc4pyafqpm7hsf7jp4kcvqtqlg5y',
    ],
    polkadot: '5CnSUrFY5BieMdG3wFX3dmSYuQmYWVNwJWmtuCVqiBEeLDyo',
    role: 'holder of dust',
  },
  {
    index: 8,
    address: '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f',
    solana: '5mCGtMUD21HEvWJxKGKS6HEAH7ezzy12MWGs4bPgcJwV',
    bitcoin: [
      'bcrt1qcvtlsjudzj0lpk47fhlu0zncaepl672xfx2th2',
      'bcrt1pzngm2d8pzvel0fa3mhspvwqq6sng87h24kur8lr9ddwevf96az9sn2l385',
    ],
    polkadot: '5Dn5FwgiVUVePiDB5NpyvfFEePS4hfvGfgBRcwuJrPNk3vZh',
    role: 'empty',
  },
  {
    index: 9,
    address: '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720',
    solana: '2yaW8VAMLhQiornz1BgcSWDUSH2jC2dmB8RWnTJi8Yab',
    bitcoin: [],
    polkadot: undefined,
    role: 'deployer',
  },
] as const

/** The key that signs the answers of the gateway of registered names. Index 10 of the mnemonic. */
export const gatewaySigner = {
  privateKey: '0xf214f2b2cd398c806f84e317254e0f0b801d0643303237d97a22a48e01628897',
  address: '0xBcd4042DE499D14e55001CcbB24a551F3b954096',
} as const

/**
 * The account that pays out the tokens that visitors buy in the sandbox. Index 11 of the mnemonic.
 * `startLatchkey` gives it these tokens.
 */
export const treasury = {
  privateKey: '0x701b615bbdfb9de65240bc28bd21bbc0d996645a3dd57e7b12bc2bdf6f192c82',
  address: '0x71bE63f3384f5fb98995898A86B02Fb2426c5788',
} as const

/**
 * The account that sends the user operations of smart accounts to the chains. Index 12 of the
 * mnemonic. `startLatchkey` refills it.
 */
export const executor = {
  privateKey: '0xa267530f49f8280200edf313ee7af6b827f2a8bce2897751d06a843f644967b1',
  address: '0xFABB0ac9d68B0B445fB7357272Ff202C5651694a',
} as const

/** The account that owns the paymaster and signs what it pays for. Index 13 of the mnemonic. */
export const sponsor = {
  privateKey: '0x47c99abed3324a2707c28affff1267e45918ec8c3f20b8aa892e8b065d2942dd',
  address: '0x1CBd3b2770909D4e10f157cABC84C7264073C9Ec',
} as const

/**
 * The account with which the demo's bakery takes the payments of its subscriptions. Index 14 of the
 * mnemonic. `startLatchkey` refills it.
 */
export const bakery = {
  privateKey: '0xc526ee95bf44d8fc405a158bb884d9d1238d99f0612e9f33d006bb0789009aaa',
  address: '0xdF3e18d64BC6A983f673Ab319CCaE4f1a57C7097',
} as const

/** The purpose of an account. */
export type AccountRole = (typeof accounts)[number]['role']

/** The address of the account with this role. */
export function addressOf(role: AccountRole): `0x${string}` {
  const account = accounts.find((candidate) => candidate.role === role)
  if (!account) throw new Error(`No devnet account has the role "${role}".`)
  return account.address
}
