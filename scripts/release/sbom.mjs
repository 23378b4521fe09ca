// Lists the packages that a packed package needs or bundles, as a bill of materials (SBOM), from
// package-lock.json. `npm sbom` can't be used: it does not know the packages that a build bundles,
// and refuses a lock with overridden peers.

/** The name of a package, from its place in the lock. */
const nameAt = (path, entry) => entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 13)

/**
 * The lock entry of a dependency, found from a place in the lock as Node would; undefined if not
 * locked.
 */
function find(packages, from, name) {
  for (let folder = from; ; ) {
    const path = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (packages[path]) return packages[path].link ? packages[path].resolved : path
    if (!folder) return undefined
    const up = folder.lastIndexOf('/node_modules/')
    folder = up >= 0 ? folder.slice(0, up) : ''
  }
}

/**
 * The places in the lock of all packages that are installed together with the package at `path`.
 * @throws when a package requires an exact version, and the lock has another one
 */
function placesBelow(packages, path, outside) {
  const { dependencies = {}, optionalDependencies = {} } = packages[path]
  return Object.entries({ ...dependencies, ...optionalDependencies })
    .filter(([name]) => !outside.includes(name))
    .flatMap(([name, wanted]) => {
      const found = find(packages, path, name)
      if (found === undefined) return [] // an optional package of another platform
      const { version } = packages[found]
      if (/^\d+\.\d+\.\d+$/.test(wanted) && wanted !== version)
        throw new Error(`${path} needs ${name} ${wanted}, and package-lock.json has ${version}.`)
      return [found]
    })
}

/**
 * The bill of materials of one package. Source: CycloneDX 1.5
 * @param {object} lock package-lock.json
 * @param {object} options
 * @param {string} options.folder of the package in the repository
 * @param {readonly string[]} options.inside packages that the build bundles, by name or by folder;
 * their own dependencies count, too
 * @param {readonly string[]} [options.outside] packages that only the sources need
 * @param {string} options.time RFC 3339
 * @throws for a package that the lock lacks, or has in another version than the required one
 */
export function sbomOf(lock, { folder, inside, outside = [], time }) {
  const { packages } = lock
  const refOf = (path) => {
    const entry = packages[path]
    return `${nameAt(path, entry)}@${entry.version}`
  }
  const places = new Map()
  const queue = [
    [folder, placesBelow(packages, folder, outside)],
    ...inside.map((one) => {
      const path = packages[one] ? one : find(packages, folder, one)
      if (path === undefined) throw new Error(`package-lock.json has no ${one}.`)
      return [folder, [path]]
    }),
  ]
  for (const [from, targets] of queue) {
    const known = places.get(from) ?? new Set()
    places.set(from, known)
    for (const path of targets) {
      known.add(path)
      if (places.has(path)) continue
      places.set(path, new Set())
      queue.push([path, placesBelow(packages, path, outside)])
    }
  }
  const components = new Map(
    [...places.keys()].filter((path) => path !== folder).map((path) => [refOf(path), path]),
  )
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      timestamp: time,
      tools: [{ vendor: 'Latchkey', name: 'scripts/release.mjs' }],
      component: componentOf(folder, packages[folder]),
    },
    components: [...components.keys()].sort().map((ref) => {
      const path = components.get(ref)
      return componentOf(path, packages[path])
    }),
    dependencies: [
      ...new Map(
        [...places].map(([path, targets]) => [refOf(path), [...targets].map(refOf).sort()]),
      ),
    ]
      .map(([ref, dependsOn]) => ({ ref, dependsOn: [...new Set(dependsOn)] }))
      .sort((one, other) => (one.ref < other.ref ? -1 : 1)),
  }
}

function componentOf(path, entry) {
  const name = nameAt(path, entry)
  const { version, license, integrity } = entry
  const [algorithm, digest] = integrity?.split(' ')[0]?.split('-') ?? []
  return {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(license && {
      licenses: [/[ (]/.test(license) ? { expression: license } : { license: { id: license } }],
    }),
    ...(algorithm === 'sha512' && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
    }),
  }
}
