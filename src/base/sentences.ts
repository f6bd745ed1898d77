// Tables of sentences with named gaps, `line {line}`. The type of the facts follows from the sentences, so a refusal that
// lacks a fact does not compile.

type GapsOf<S extends string> = S extends `${string}{${infer Gap}}${infer Rest}` ? Gap | GapsOf<Rest> : never

type Fact = string | number

/** A member for each sentence: its name under `Tag`, and its facts. */
export type RowsOf<T extends Readonly<Record<string, string>>, Tag extends string> = {
  [K in keyof T & string]: { readonly [T1 in Tag]: K } & { readonly [Gap in GapsOf<T[K]>]: Fact }
}[keyof T & string]

export function fillGaps(sentence: string, facts: object): string {
  const named = facts as Readonly<Record<string, Fact>>
  return sentence.replace(/\{(\w+)\}/g, (gap, name: string) => String(named[name] ?? gap))
}
