import { isShortDrawing } from './isShortDrawing.ts'

/** The names of elements that an accepted SVG may contain. */
const elements = new Set([
  'svg',
  'g',
  'defs',
  'symbol',
  'use',
  'title',
  'desc',
  'path',
  'rect',
  'circle',
  'ellipse',
  'line',
  'polyline',
  'polygon',
  'text',
  'tspan',
  'style',
  'linearGradient',
  'radialGradient',
  'stop',
  'clipPath',
  'mask',
  'pattern',
  'filter',
  'feBlend',
  'feColorMatrix',
  'feComposite',
  'feFlood',
  'feGaussianBlur',
  'feMerge',
  'feMergeNode',
  'feOffset',
])

/**
 * The XML declaration before a drawing. It must not name another encoding than UTF-8: with that, a
 * browser would read other characters than this check does.
 */
const beginning = /^\uFEFF?\s*(?:<\?xml(?![^<>?]*encoding\s*=\s*(?!(["'])utf-?8\1))[^<>?]*\?>\s*)?/i
/**
 * Control characters, which no drawing needs. In some encodings they begin sequences that mean
 * other characters.
 */
const control = /[^\P{Cc}\t\n\r]/u

/**
 * Refused texts: they could run code, point to another address, or hide such a text behind an
 * escape.
 */
const strange =
  /\son[\w-]*\s*=|\bxml:base|\bhref\s*=\s*(?!["']#)|\burl\(\s*(?!["']?#)|@|&#|\\|javascript:|data:|image-set|<style[^>]*>[^<]*\bsrc\(/i

/**
 * Whether bytes are an SVG that only draws: without scripts, events, links, other files and
 * entities, without texts that hide these, and without very long repetition. A drawing that has any
 * of these is refused, not repaired. In XML every element begins with `<`, and values contain no
 * `<`, so the check looks at every `<`.
 */
export function isPlainSvg(bytes: Buffer): boolean {
  const text = decode(bytes)?.replace(beginning, '')
  if (
    text === undefined ||
    control.test(text) ||
    !/^<svg[\s>]/.test(text) ||
    !/<\/svg\s*>\s*$/.test(text)
  )
    return false
  const parts = text.split('<').slice(1)
  const opening = parts.filter((part) => !part.startsWith('/'))
  return (
    opening.every((part) => elements.has(/^[\w:-]+/.exec(part)?.[0] ?? '')) &&
    !strange.test(text) &&
    opening.filter((part) => part.startsWith('use')).length <= 16 &&
    hasSize(opening[0] ?? '') &&
    isShortDrawing(parts)
  )
}

/** Whether the outermost element has a size. Without a size it cannot be scaled. */
const hasSize = (head: string) =>
  /\sviewBox\s*=/.test(head) || (/\swidth\s*=/.test(head) && /\sheight\s*=/.test(head))

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined // the bytes are not UTF-8
  }
}
