// Packages that most starts never need, apart from the program's text: the engine looks through every byte of that before its
// first line runs. Each is a text of its own, an asset of the executable, compiled when it is first asked for. It brings its
// own copy of what it stands on: nothing of it is shared with the program.
import { build } from 'esbuild'
import type { BuildOptions, Plugin } from 'esbuild'

/** What the program imports of them, by the name of their asset. */
const LATE: Readonly<Record<string, readonly string[]>> = {
  'packages/openai.cjs': ['openai'],
  'packages/mcp-server.cjs': ['@modelcontextprotocol/server', '@modelcontextprotocol/server/stdio'],
}

const assetOf = new Map(Object.entries(LATE).flatMap(([asset, names]) => names.map((name) => [name, asset] as const)))
const namespace = 'late-packages'

/** In the program: a module in the place of each of them, which compiles the asset. */
export const latePackages: Plugin = {
  name: namespace,
  setup(build) {
    build.onResolve({ filter: /^(?:openai|@modelcontextprotocol\/)/ }, ({ path }) => {
      const asset = assetOf.get(path)
      return asset === undefined ? null : { path: asset, namespace }
    })
    build.onLoad({ filter: /./, namespace }, ({ path }) => ({ contents: loaderOf(path) }))
  },
}

const loaderOf = (asset: string): string => `
const builtin = process.getBuiltinModule
const name = ${JSON.stringify(asset)}
const names = ['module', 'exports', 'require']
const run = builtin('node:vm').compileFunction(builtin('node:sea').getAsset(name, 'utf8'), names, { filename: name })
run(module, exports, builtin)
`

/** Their texts, by the names of the assets; made as the program's text is. */
export async function lateTexts(
  options: BuildOptions & { readonly write: false },
): Promise<ReadonlyMap<string, Buffer>> {
  const texts = Object.entries(LATE).map(async ([asset, names]) => {
    const contents = names.map((name) => `export * from '${name}'\n`).join('')
    const stdin = { contents, resolveDir: options.absWorkingDir ?? '', sourcefile: asset }
    // Compiled as a function, it could not import: what it imports late is required.
    const result = await build({ ...options, stdin, outfile: asset, supported: { 'dynamic-import': false } })
    const file = result.outputFiles[0]
    if (file === undefined || result.warnings.length > 0) throw new Error(`${asset} has warnings, see above`)
    return [asset, Buffer.from(file.contents)] as const
  })
  return new Map(await Promise.all(texts))
}
