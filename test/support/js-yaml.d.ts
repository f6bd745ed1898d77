declare module 'js-yaml' {
  /** Throws YAMLException with the line. */
  export function load(text: string): unknown
}
