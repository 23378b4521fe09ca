import manifest from './package.json' with { type: 'json' }

/**
 * Packages that the site installs itself, with every subpath. The protocol package is private, so
 * it is bundled.
 */
export const external = [
  ...Object.keys(manifest.dependencies),
  ...Object.keys(manifest.peerDependencies),
].map((name) => new RegExp(`^${name.replaceAll('.', '\\.')}(/|$)`))
