// src/main.ts and the packages it uses as texts for the single executable: what Node runs first, and chunks.
// Not minified (stack traces stay readable), no code cache, no snapshot: two builds are byte-identical.
// Each plugin here mends something that breaks without a warning; what and how it showed is said beside it.
import { build } from 'esbuild'
import type { Plugin } from 'esbuild'
import { createRequire } from 'node:module'
import { join, parse } from 'node:path'
import { type BundledPackages, bundledPackages } from './bundled-packages.ts'
import { chunkAssets, loaderOf } from './chunks.ts'

interface Stamps {
  readonly version: string
  readonly commit: string
  readonly addonSha256: string
}

interface Bundle {
  /** What Node runs first. */
  readonly code: Buffer
  /** Texts that are compiled when they are asked for, by the names of their assets. */
  readonly chunks: ReadonlyMap<string, Buffer>
  /** Names of the npm packages that are in it, sorted. */
  readonly packages: readonly string[]
}

/** The bundled program's texts. `entry` is a path relative to `root`. Fails on any warning. */
export async function bundle(root: string, entry: string, stamps: Stamps): Promise<Bundle> {
  const locked = bundledPackages(root)
  const program = [embeddedAddon(root), ...APART, orderedBinaryApart, dictionaryInside(locked), encoderLeftOut]
  const { outputFiles, warnings } = await build({
    ...TEXT,
    absWorkingDir: root,
    entryPoints: [
      { in: entry, out: parse(entry).name },
      { in: 'pino', out: 'pino' },
      { in: 'msgpackr/pack', out: 'msgpackr' },
    ],
    outdir: 'out',
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    define: {
      'import.meta.url': 'windrowUrl',
      WINDROW_BUILD_VERSION: JSON.stringify(stamps.version),
      WINDROW_BUILD_COMMIT: JSON.stringify(stamps.commit),
      WINDROW_ADDON_SHA256: JSON.stringify(stamps.addonSha256),
    },
    // Its other build asks for its files in a way that the bundler does not see: the first JSON of a game would end the program.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    plugins: [...program, lockedFiles(locked)],
  })
  if (warnings.length > 0) throw new Error('the bundle has warnings, see above')
  const chunks = await chunkAssets(outputFiles, TEXT)
  return { code: Buffer.from(loaderOf(`${parse(entry).name}.js`)), chunks, packages: locked.names() }
}

/** Of every text that is written. Plain ASCII, but for patterns that are not: the engine takes longer over wide characters. */
const TEXT = { platform: 'node', target: 'node24', charset: 'ascii', logLevel: 'warning' } as const

/** lmdb looks for its addon on disk; ours takes it out of the executable. */
function embeddedAddon(root: string): Plugin {
  return {
    name: 'embedded-addon',
    setup(build) {
      const path = join(root, 'src/runtime/native-addon.ts')
      build.onResolve({ filter: /^node-gyp-build-optional-packages$/ }, () => ({ path }))
    },
  }
}

/** A package that is a chunk of its own, loaded when it is first asked for, without a wait: `file` is where it is in a checkout. */
const apart = (name: string, file: RegExp, contents: string): Plugin => ({
  name: `${name}-apart`,
  setup(build) {
    build.onResolve({ filter: new RegExp(`^\\./${name}\\.js$`) }, ({ path }) => ({ path, external: true }))
    build.onLoad({ filter: file }, () => ({ contents }))
  },
})

const APART: readonly Plugin[] = [
  apart('pino', /[\\/]base[\\/]lazy-pino\.ts$/, `export const loadPino = () => require('./pino.js').default`),
  apart('msgpackr', /[\\/]store[\\/]lazy-packr\.ts$/, `export const loadPackr = () => require('./msgpackr.js').Packr`),
]

/**
 * ordered-binary evals text that names variables of its own module, and esbuild renames those of an ES module: put and get
 * work, ranges are broken. Its CommonJS build stays in a function of its own, where nothing is renamed.
 */
const orderedBinaryApart: Plugin = {
  name: 'ordered-binary-apart',
  setup(build) {
    build.onResolve({ filter: /^ordered-binary(\/index\.js)?$/ }, ({ importer }) => ({
      path: createRequire(importer).resolve('ordered-binary'),
    }))
  },
}

/** lmdb reads a dictionary beside its own file when compression is asked for; here there is no such file. */
const dictionaryInside = (locked: BundledPackages): Plugin => ({
  name: 'dictionary-inside',
  setup(build) {
    build.onLoad({ filter: /[\\/]lmdb[\\/]open\.js$/ }, ({ path }) => {
      const source = locked.contentsOf(path).toString('utf8')
      const dictionary = locked.contentsOf(path.replace(/open\.js$/, 'dict/dict.txt')).toString('base64')
      const contents = source.replace(
        /dictionary: fs\.readFileSync\([\s\S]*?\n\t\t\t\t\),/,
        () => `dictionary: Buffer.from(${JSON.stringify(dictionary)}, 'base64'),`,
      )
      if (contents === source)
        throw new Error('lmdb/open.js has changed: the place that reads its dictionary was not found')
      return { contents, loader: 'js' }
    })
  },
})

/** The encoder and the cache of lmdb, two fifths of its text: it is given bytes, which need neither. */
const encoderLeftOut: Plugin = {
  name: 'encoder-left-out',
  setup(build) {
    build.onResolve({ filter: /^(msgpackr|weak-lru-cache)$/ }, ({ path }) => ({ path, namespace: 'left-out' }))
    build.onLoad({ filter: /^/, namespace: 'left-out' }, () => ({
      contents: 'export const Encoder = undefined, WeakLRUCache = undefined',
    }))
  },
}

/** Whatever else comes from node_modules is the locked package's. Stands last: a file that was mended above is not read again. */
const lockedFiles = (locked: BundledPackages): Plugin => ({
  name: 'locked-files',
  setup(build) {
    build.onLoad({ filter: /[\\/]node_modules[\\/]/ }, ({ path }) => ({
      contents: locked.contentsOf(path),
      loader: path.endsWith('.json') ? 'json' : 'js',
    }))
  },
})
