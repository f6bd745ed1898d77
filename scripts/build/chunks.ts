// The program's text in chunks: one for what each module loaded late brings (scripts/tidy/late-loading.ts), others for what several
// of them share. The engine looks through every byte of a text before its first line runs, so each chunk is an asset of the
// executable, compiled when it is asked for. esbuild cuts only ES modules apart, and nothing inside an executable can be one: each
// chunk becomes the body of a function. Among their static imports there are no circles.
import { transform } from 'esbuild'
import type { OutputFile, TransformOptions } from 'esbuild'
import { basename } from 'node:path'

/** Where the chunks lie among the assets; no folder of src/ is called so. */
const FOLDER = 'program/'

/** What the function of a chunk is given: where its exports go, what loads others, and the folder and address of the executable. */
const PARAMETERS = ['windrowChunk', 'require', '__dirname', 'windrowUrl']

/** The ES modules that esbuild wrote, as functions, by the names of their assets. */
export async function chunkAssets(
  modules: readonly OutputFile[],
  options: TransformOptions,
): Promise<ReadonlyMap<string, Buffer>> {
  const chunks = modules.map(({ path, text }) => {
    const { body, exported } = apart(text)
    return { name: basename(path), body, exported, fixed: fixedIn(body, exported) }
  })
  const fixedOf = new Map(chunks.map(({ name, fixed }) => [`./${name}`, fixed]))
  const assets = chunks.map(async ({ name, body, exported, fixed }) => {
    const text = withFixedImports(body, fixedOf) + givenExports(exported, fixed)
    return [FOLDER + name, Buffer.from(await functionBody(name, text, options))] as const
  })
  return new Map(await Promise.all(assets))
}

async function functionBody(name: string, text: string, options: TransformOptions): Promise<string> {
  const { code, warnings } = await transform(text, {
    ...options,
    format: 'cjs',
    // A function made of text can't import: what it loads late is required.
    supported: { 'dynamic-import': false },
    sourcefile: name,
    banner: `'use strict';`,
  })
  if (warnings.length > 0 || /^export\b/m.test(code)) throw new Error(`${name} can't be made the body of a function`)
  return code
}

/** Variables by the names under which they are exported. */
type Names = ReadonlyMap<string, string>

/** A module and its list of exports, in the form that esbuild gives it. */
function apart(text: string): { readonly body: string; readonly exported: Names } {
  const named = text.replace(
    /^export default (.+);$/m,
    'var windrowDefault = $1;\nexport {\n  windrowDefault as default\n};',
  )
  const [body = '', list = ''] = named.split(/^export \{\n([^}]*)\n\};$/m)
  return { body, exported: new Map(entriesOf(list).map(({ own, other }) => [other, own])) }
}

/** `a, b as c`, a line each. */
const entriesOf = (list: string): readonly { readonly own: string; readonly other: string }[] =>
  list
    .split(/,?\n/)
    .filter((line) => line !== '')
    .map((line) => line.trim().split(' as '))
    .map(([own = '', other = own]) => ({ own, other }))

/** Exports that have their value when the chunk has run and never get another one, as far as a look at its text can tell. */
function fixedIn(body: string, exported: Names): ReadonlySet<string> {
  const made = new Set(
    [...body.matchAll(/^(?:var ([\w$]+) =|(?:async )?function\*? ?([\w$]+)\()/gm)].map((m) => m[1] ?? m[2]),
  )
  const given = [...body.matchAll(/(?<![\w$.])(var )?([\w$]+) ?(?:[-+*/%&|^?<>]{0,3}=(?![=>])|\+\+|--)/g)]
  const unpacked = [...body.matchAll(/^\s*\(?[[{]([\w$,: ]+)[\]}] = /gm)].flatMap(([, list = '']) =>
    list.split(/[,: ]+/),
  )
  const changed = new Set([...given.filter(([, isMade]) => isMade === undefined).map(([, , own]) => own), ...unpacked])
  return new Set([...exported].filter(([, own]) => made.has(own) && !changed.has(own)).map(([name]) => name))
}

/** Fixed ones are read once; any other where it is used, as between ES modules: a call through an object costs something. */
const withFixedImports = (body: string, fixedOf: ReadonlyMap<string, ReadonlySet<string>>): string =>
  body.replace(/^import \{\n([^}]*)\n\} from ("(\.\/[^"]+)");$/gm, (_, list: string, quoted: string, chunk: string) => {
    const isFixed = ({ own }: { readonly own: string }): boolean => fixedOf.get(chunk)?.has(own) === true
    const entries = entriesOf(list)
    const read = entries.filter(isFixed).map(({ own, other }) => `${own}: ${other}`)
    const bound = entries.filter((entry) => !isFixed(entry)).map(({ own, other }) => `${own} as ${other}`)
    return `import { ${bound.join(', ')} } from ${quoted};\nconst { ${read.join(', ')} } = require(${quoted});`
  })

const givenExports = (exported: Names, fixed: ReadonlySet<string>): string =>
  `windrowChunk.exports = { __esModule: true, ${[...exported]
    .map(([name, own]) => (fixed.has(name) ? `${name}: ${own}` : `get ${name}() { return ${own} }`))
    .join(', ')} }`

/**
 * What Node runs first; `entry` is the name of a chunk. Modules of Node are not required: for that Node would read every member of
 * them, and load what stands behind. A signal must not open Node's debugger, through which anyone on the machine could run code in
 * the server: Node opens it on SIGUSR1 unless somebody listens.
 */
export const loaderOf = (entry: string): string => `'use strict'
if (process.platform !== 'win32') process.on('SIGUSR1', () => {})
const builtin = process.getBuiltinModule
const { getRawAsset } = builtin('node:sea')
const { compileFunction } = builtin('node:vm')
const windrowUrl = builtin('node:url').pathToFileURL(process.execPath).href
const chunks = new Map()
function load(name) {
  if (!name.startsWith('./')) return builtin(name) ?? require(name)
  const known = chunks.get(name)
  if (known !== undefined) return known.exports
  const chunk = { exports: {} }
  const filename = name.slice(2)
  const text = Buffer.from(getRawAsset('${FOLDER}' + filename)).utf8Slice()
  compileFunction(text, ${JSON.stringify(PARAMETERS)}, { filename })(chunk, load, __dirname, windrowUrl)
  chunks.set(name, chunk)
  return chunk.exports
}
load('./${entry}')
`
