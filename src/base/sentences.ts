// Tables of sentences with named gaps, `line {line}`. The type of a table's facts follows from its sentences, so a refusal
// without a fact that its sentence needs does not compile.

type GapsOf<S extends string> = S extends `${string}{${infer Gap}}${infer Rest}` ? Gap | GapsOf<Rest> : never

type Fact = string | number

/** One member for each row of a table: its name under `Tag`, and the facts of its sentence. */
export type RowsOf<T extends Readonly<Record<string, string>>, Tag extends string> = {
  [K in keyof T & string]: { readonly [T1 in Tag]: K } & { readonly [Gap in GapsOf<T[K]>]: Fact }
}[keyof T & string]

/** Puts the facts into their gaps. */
export function fillGaps(sentence: string, facts: object): string {
  const named = facts as Readonly<Record<string, Fact>>
  return sentence.replace(/\{(\w+)\}/g, (gap, name: string) => String(named[name] ?? gap))
}
