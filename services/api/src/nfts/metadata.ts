import * as v from 'valibot'
import { readJson } from '@latchkey/protocol/border'
import { counts } from '@latchkey/protocol/limits'
import { cutText } from '@latchkey/protocol/cutText'
import { withoutUnseen } from '@latchkey/protocol/unseen'
import { readUrl } from '@latchkey/protocol/readUrl'
import { cleanText } from '../cleanText.ts'
import { pictureUri } from './dataUri.ts'
import { throughGateway, type Gateways } from './gateways.ts'

/**
 * The metadata of an NFT, cleaned and shortened. A field without a usable value is empty or null.
 */
export type Metadata = {
  name: string
  description: string | null
  picture: string | null
  externalUrl: string | null
  traits: { name: string; value: string }[]
}

export const noMetadata: Metadata = {
  name: '',
  description: null,
  picture: null,
  externalUrl: null,
  traits: [],
}

/** Maximum of traits in an answer. */
const maxTraits = 30

const text = v.fallback(v.optional(v.string()), undefined)
const traitValue = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String))
const trait = v.object({
  trait_type: v.fallback(v.optional(v.string(), ''), ''),
  value: traitValue,
})
const schema = v.object({
  name: text,
  description: text,
  image: text,
  image_url: text,
  image_data: text,
  external_url: text,
  attributes: v.fallback(v.optional(v.array(v.unknown()), []), []),
})

/**
 * Reads metadata in the JSON format of ERC-721 and ERC-1155, with extensions that marketplaces use.
 */
export function readMetadata(json: string, gateways: Gateways): Metadata {
  const parsed = v.safeParse(schema, valueOf(json))
  if (!parsed.success) return noMetadata
  const { name, description, image, image_url, image_data, external_url, attributes } =
    parsed.output
  return {
    name: cleanText(name ?? ''),
    description: cleanLong(description ?? '') || null,
    picture: pictureOf(image ?? image_url, image_data, gateways) ?? null,
    externalUrl:
      external_url && external_url.length <= counts.walletLink && /^https?:\/\//i.test(external_url)
        ? (readUrl(external_url)?.href ?? null)
        : null,
    traits: attributes.slice(0, maxTraits).flatMap((entry) => {
      const known = v.safeParse(trait, entry)
      return known.success
        ? [{ name: cleanText(known.output.trait_type), value: cleanText(known.output.value) }]
        : []
    }),
  }
}

function pictureOf(
  link: string | undefined,
  drawing: string | undefined,
  gateways: Gateways,
): string | undefined {
  if (link === undefined)
    return drawing?.trimStart().startsWith('<svg')
      ? pictureUri(
          `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`,
          counts.nftMetadataBytes,
        )
      : undefined
  return /^data:/i.test(link)
    ? pictureUri(link, counts.nftMetadataBytes)
    : throughGateway(link.slice(0, counts.walletLink), gateways)
}

/** Cleans a longer text, such as a description, in the way of {@link cleanText}. */
function cleanLong(words: string): string {
  return cutText(
    withoutUnseen(words.slice(0, 2 * counts.nftDescription).replace(/\s+/gu, ' ')).trim(),
    counts.nftDescription,
  )
}

/** Limits of metadata as JSON. While it is loaded, its bytes are limited further. */
const limits = { bytes: 4 * 1024 * 1024, depth: 16, values: 10_000 }

/** Parses JSON. Undefined if the text is not JSON, or exceeds the limits. */
function valueOf(json: string): unknown {
  try {
    return readJson(json, limits)
  } catch {
    return undefined // anyone may have written the text
  }
}
