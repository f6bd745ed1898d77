// One CommonJS file out of src/main.ts and the packages it uses, for the single executable, and one for each late package.
// Not minified (stack traces stay readable), no code cache, no snapshot: two builds are byte-identical.
// Each plugin here mends something that breaks without a warning; what and how it showed is said beside it.
import { build } from 'esbuild'
import type { BuildOptions, Plugin } from 'esbuild'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type BundledPackages, bundledPackages } from './bundled-packages.ts'
import { lateTexts, latePackages } from './late-packages.ts'

interface Stamps {
  readonly version: string
  readonly commit: string
  readonly addonSha256: string
}

interface Bundle {
  readonly code: Buffer
  /** Texts that are compiled when they are asked for, by the names of their assets. */
  readonly late: ReadonlyMap<string, Buffer>
  /** Names of the npm packages that are in it, sorted. */
  readonly packages: readonly string[]
}

/** The bundled program's texts. `entry` is a path relative to `root`. Fails on any warning. */
export async function bundle(root: string, entry: string, stamps: Stamps): Promise<Bundle> {
  const locked = bundledPackages(root)
  const options = {
    absWorkingDir: root,
    write: false,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    charset: 'utf8',
    logLevel: 'warning',
    define: {
      'import.meta.url': 'windrowUrl',
      'process.env.MSGPACKR_NATIVE_ACCELERATION_DISABLED': '"true"',
      WINDROW_BUILD_VERSION: JSON.stringify(stamps.version),
      WINDROW_BUILD_COMMIT: JSON.stringify(stamps.commit),
      WINDROW_ADDON_SHA256: JSON.stringify(stamps.addonSha256),
    },
    banner: { js: BANNER },
  } as const satisfies BuildOptions
  const program = [embeddedAddon(root), pinoInside, orderedBinaryApart, dictionaryInside(locked), latePackages]
  const plugins = [...program, lockedFiles(locked)]
  const result = await build({ ...options, entryPoints: [entry], outfile: 'windrow.cjs', plugins })
  const file = result.outputFiles[0]
  if (file === undefined || result.warnings.length > 0) throw new Error('the bundle has warnings, see above')
  const late = await lateTexts({ ...options, plugins: [lockedFiles(locked)] })
  return { code: Buffer.from(file.contents), late, packages: locked.names() }
}

/**
 * Modules that ask where they lie are told where the executable lies. And a signal must not open Node's debugger, through
 * which anyone on the machine could run code in the server: Node opens it on SIGUSR1 unless somebody listens.
 */
const BANNER = `'use strict'
const windrowUrl = require('node:url').pathToFileURL(process.execPath).href
if (process.platform !== 'win32') process.on('SIGUSR1', () => {})`

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

/** In a checkout pino is required from disk when it is first asked for; here the bundler has to see that. */
const pinoInside: Plugin = {
  name: 'pino-inside',
  setup(build) {
    build.onLoad({ filter: /[\\/]base[\\/]log[\\/]lazy-pino\.ts$/ }, () => ({
      contents: `export const loadPino = () => require('pino')`,
    }))
  },
}

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
