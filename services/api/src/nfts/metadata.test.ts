import { expect, test } from 'vitest'
import { parseDataUri, pictureUri } from './dataUri.ts'
import { throughGateway } from './gateways.ts'
import { noMetadata, readMetadata } from './metadata.ts'

const gateways = {
  ipfs: 'https://ipfs.example/ipfs/{path}',
  http: 'https://proxy.example/?url={url}',
}
const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'

test.each([
  [`ipfs://${cid}/1.json`, `https://ipfs.example/ipfs/${cid}/1.json`],
  [`ipfs://ipfs/${cid}`, `https://ipfs.example/ipfs/${cid}`],
  [
    `https://gateway.example/ipfs/${cid}/a%20b.png?x=1`,
    `https://ipfs.example/ipfs/${cid}/a%20b.png`,
  ],
  [
    'https://a.example/1?b=c&d',
    'https://proxy.example/?url=https%3A%2F%2Fa.example%2F1%3Fb%3Dc%26d',
  ],
  ['http://127.0.0.1/admin', 'https://proxy.example/?url=http%3A%2F%2F127.0.0.1%2Fadmin'],
  [`ipfs://${cid}/../../admin`, undefined],
  ['ipfs://?', undefined],
  ['file:///etc/passwd', undefined],
  ['javascript:alert(1)', undefined],
  ['ftp://a.example', undefined],
  ['', undefined],
])('the link %j is fetched from %j', (link, address) => {
  expect(throughGateway(link, gateways)).toBe(address)
})

test('without gateways no link is fetched', () => {
  for (const link of [`ipfs://${cid}`, 'https://a.example/1'])
    expect(throughGateway(link, {})).toBeUndefined()
})

test('parseDataUri reads a data URI up to a maximum length', () => {
  expect(parseDataUri('data:application/json,%7B%7D', 99)?.bytes.toString()).toBe('{}')
  expect(parseDataUri('data:application/json;charset=utf-8;base64,e30=', 99)).toEqual({
    type: 'application/json',
    bytes: Buffer.from('{}'),
  })
  expect(parseDataUri('data:,a', 99)?.type).toBe('text/plain')
  for (const none of [
    'data:',
    'data:text/html',
    'x,y',
    'data',
    '',
    'data:;base64,a',
    'data:;base64,*',
    'data:;base64,a===',
  ])
    expect(parseDataUri(none, 99)).toBeUndefined()
  expect(parseDataUri(`data:,${'a'.repeat(100)}`, 99)).toBeUndefined()
})

test('pictureUri accepts only data URIs of pictures', () => {
  expect(pictureUri('data:image/svg+xml,%3Csvg/%3E', 99)).toBe(
    `data:image/svg+xml;base64,${btoa('<svg/>')}`,
  )
  for (const none of ['data:text/html,<b>', 'data:image/x-icon,a', 'https://a.example/a.png'])
    expect(pictureUri(none, 99)).toBeUndefined()
})

test('readMetadata reads the fields that marketplaces read', () => {
  expect(
    readMetadata(
      JSON.stringify({
        name: 'Light',
        description: 'Two\nlines',
        image: `ipfs://${cid}/1.png`,
        external_url: 'https://a.example/1',
        attributes: [
          { trait_type: 'Sky', value: 'Dawn' },
          { trait_type: 'Height', value: 7, display_type: 'number' },
          { value: true },
          'x',
          { trait_type: 'none' },
        ],
      }),
      gateways,
    ),
  ).toEqual({
    name: 'Light',
    description: 'Two lines',
    picture: `https://ipfs.example/ipfs/${cid}/1.png`,
    externalUrl: 'https://a.example/1',
    traits: [
      { name: 'Sky', value: 'Dawn' },
      { name: 'Height', value: '7' },
      { name: '', value: 'true' },
    ],
  })
  expect(readMetadata('{"image_data":"<svg></svg>"}', {}).picture).toMatch(
    /^data:image\/svg\+xml;base64,/,
  )
})

test('hostile metadata is cleaned, cut or left out', () => {
  const metadata = readMetadata(
    JSON.stringify({
      name: `\u202E\u0000${'N'.repeat(10_000)}`,
      description: 'd'.repeat(100_000),
      image: 'javascript:alert(1)',
      external_url: 'javascript:alert(1)',
      attributes: Array.from({ length: 1_000 }, () => ({
        trait_type: 'a\u202Eb',
        value: 'v'.repeat(1_000),
      })),
    }),
    gateways,
  )
  expect(metadata).toMatchObject({
    name: 'N'.repeat(64),
    description: 'd'.repeat(512),
    picture: null,
    externalUrl: null,
  })
  expect(metadata.traits).toHaveLength(30)
  expect(metadata.traits[0]).toEqual({ name: 'ab', value: 'v'.repeat(64) })
  expect(
    readMetadata('{"image_data":"<svg>\\ud800</svg>","name":"\\ud800half"}', {}).picture,
  ).toMatch(/^data:image\/svg/)
  expect(readMetadata('{"image":{"url":1},"name":7,"attributes":"all"}', gateways)).toEqual(
    noMetadata,
  )
  for (const nonsense of ['', 'null', '[]', '<html>', '{'.repeat(10_000)])
    expect(readMetadata(nonsense, gateways)).toEqual(noMetadata)
})
