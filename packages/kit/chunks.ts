/** A group of modules of a build, as Rolldown takes it in `codeSplitting.groups`. */
type Group = {
  debugName: string
  /** The file's path without its ending, or how it follows from a module's id. */
  name: string | ((id: string) => string)
  /** Matches ids of modules. */
  test?: RegExp
  tags?: ['$initial']
  minShareCount?: number
  includeDependenciesRecursively: boolean
}

/**
 * The moments of a visit, in their order. Each is one file: the modules that match, and all that
 * they import, unless an earlier moment has it. `first/` loads with the page, `later/` with a press
 * or a connected account.
 */
const moments = {
  'first/kit':
    /\/kit\/src\/(createKit|core\/text\/cleanText|core\/http\/joinUrl)\.|\/protocol\/src\/(images|monogram)\./,
  'first/button': /\/kit\/src\/react\/button\/(KitProvider|ConnectButton)\./,
  // what connecting, the modal and functions that a site imports alone have in common
  'later/core':
    /\/kit\/src\/core\/((accounts|errors|kit|options|page)\/|http\/foreignPicture)\w*\.ts|\/session\/flow\/isBlockedByGate\.|\/react\/i18n\/applyTexts\.|\/protocol\/src\/(links|base64|hex)\./,
  'later/http': /\/kit\/src\/core\/http\/(http|callApi)\./,
  'later/connected': /\/kit\/src\/react\/connected\//,
  'later/opening': /\/kit\/src\/(session\/flow\/awaitFlow\.|domains\/wallets\/)/,
  'later/session': /\/kit\/src\/session\/actions\./,
}
/** The moments with screens. */
const screens = {
  'later/modal': /\/kit\/src\/react\/KitModal\./,
  'later/connecting':
    /\/(kit\/src\/react\/(features\/connecting\/(index|ConnectingExternalView)|hooks\/useCopy)|ui\/src\/CopyIcon)\./,
  'later/balance': /\/kit\/src\/react\/followBalance\./,
  'later/account': /\/kit\/src\/react\/features\/account\/AccountView\./,
}
const groupsOf = (files: { readonly [file: string]: RegExp }): readonly Group[] =>
  Object.entries(files).map(([name, test]) => ({
    debugName: name,
    name,
    test,
    includeDependenciesRecursively: true,
  }))

const alone = {
  debugName: 'alone',
  // every module of these groups stands in a package, or in a package's dependency
  name: (id: string) =>
    id.replace(/^.*\/packages\/|^.*\/(?=node_modules\/)/, '').replace(/(\.tsx?)?(\?.*)?$/, ''),
  includeDependenciesRecursively: false,
}

/**
 * The files of the built kit. A `.lazy` module is a file, with what it alone imports, and what
 * several of them import is another. Beside that there are three rules. Where two apply to a
 * module, the first holds.
 */
const rules: readonly (readonly Group[])[] = [
  // parts of the button, and of what comes later without React
  [
    {
      ...alone,
      test: /\/kit\/src\/core\/accounts\/(session|accountStatus|sharedAccount)\./,
    },
  ],
  // 1. What a moment of a visit needs is one file, so that a press is few requests.
  groupsOf(moments),
  // 2. What works without React, and what a site may import alone, is a file a module: the site's
  // bundler drops and groups them.
  [
    { ...alone, test: /\/(kit\/src\/(core|session|chains|sources|domains)|protocol|words)\// },
    { ...alone, tags: ['$initial'] },
  ],
  groupsOf(screens),
  // 3. What several `.lazy` modules of a feature share is one file.
  [
    {
      debugName: 'features',
      name: (id) => `later/${/features\/\w+(?=\/)/.exec(id)?.[0] ?? 'features'}`,
      test: /\/kit\/src\/react\/features\//,
      minShareCount: 2,
      includeDependenciesRecursively: false,
    },
  ],
]

/** The rules as Rolldown takes them in `codeSplitting.groups`. */
export const groups = rules
  .flat()
  .map((group, index, all) => ({ ...group, priority: all.length - index }))

/** The path of a file of the built kit: a file that no rule names is that of a `.lazy` module. */
export const fileOf = ({
  name,
  facadeModuleId,
}: {
  name: string
  facadeModuleId?: string | null
}) =>
  name.includes('/')
    ? `${name}.js`
    : `later/${facadeModuleId ? alone.name(facadeModuleId) : name}.js`
