// Tables of sentences with named gaps, `line {line}`. The type of the facts follows from the sentences, so a refusal that
// lacks a fact does not compile.

export type GapsOf<S extends string> = S extends `${string}{${infer Gap}}${infer Rest}` ? Gap | GapsOf<Rest> : never

type Fact = string | number

/** A union with a member for each sentence: the sentence's name, under `Tag`, and the facts for its gaps. */
export type RowsOf<T extends Readonly<Record<string, string>>, Tag extends string> = {
  [K in keyof T & string]: { readonly [T1 in Tag]: K } & { readonly [Gap in GapsOf<T[K]>]: Fact }
}[keyof T & string]

/** The sentence with its gaps filled. A gap may name a member of a fact: `{owner.name}`. */
export const fillGaps = (sentence: string, facts: object): string =>
  sentence.replace(/\{([\w.]+)\}/g, (gap, path: string) => String((factAt(facts, path) as Fact | undefined) ?? gap))

export const factAt = (facts: unknown, path: string): unknown =>
  path.split('.').reduce((value, name) => (isRecord(value) ? value[name] : undefined), facts)

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
