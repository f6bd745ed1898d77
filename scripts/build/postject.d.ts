// postject carries no types; this is the part that pack.ts uses.
declare module 'postject' {
  /** Writes `resource` into the executable `file` in place and flips the fuse. */
  export function inject(
    file: string,
    name: string,
    resource: Buffer,
    options: { readonly sentinelFuse: string },
  ): Promise<void>
}
