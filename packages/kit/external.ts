import manifest from './package.json' with { type: 'json' }

/**
 * Packages that the site installs itself, with every subpath. Our own private packages, protocol,
 * ui and words, are bundled.
 */
export const external = [
  ...Object.keys(manifest.dependencies),
  ...Object.keys(manifest.peerDependencies),
].map((name) => new RegExp(`^${name.replaceAll('.', '\\.')}(/|$)`))
